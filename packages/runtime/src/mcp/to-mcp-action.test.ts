import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionContext } from '../stdlib/__fixtures__/action-context.ts';
import { type MCPToolDefinition, toActionName, toMCPAction } from './to-mcp-action.ts';

const call = async (): Promise<string> => 'called';

test.each([
  [undefined, false],
  [{}, false],
  [{ readOnlyHint: true }, true],
  [{ idempotentHint: true }, true],
  [{ readOnlyHint: false, idempotentHint: false }, false],
  [{ destructiveHint: true, idempotentHint: true }, true],
  [{ destructiveHint: false }, false],
])('annotations %j make an action idempotent: %s', (annotations, idempotent) => {
  const tool: MCPToolDefinition = {
    name: 'a',
    inputSchema: { type: 'object' },
    ...(annotations ? { annotations } : {}),
  };
  expect(toMCPAction(tool, '', call).idempotent).toBe(idempotent);
});

test('an action has the best description of its tool', () => {
  const tool = { name: 'n', inputSchema: {} };
  const describe = (more: Partial<MCPToolDefinition>) => toMCPAction({ ...tool, ...more }, '', call).description;
  expect(describe({ description: 'd', title: 't' })).toBe('d');
  expect(describe({ title: 't' })).toBe('t');
  expect(describe({ annotations: { title: 'at' } })).toBe('at');
  expect(describe({})).toBe('n');
});

test('the server gets its own name of the tool', async () => {
  const heard: unknown[] = [];
  const tool = { name: 'a/b', inputSchema: { type: 'object' } };
  const made = toMCPAction(tool, 'p_', async (name, input, { callId }) => {
    heard.push(name, input, callId);
    return null;
  });
  expect(made.name).toBe('p_a_b');
  await made.execute({ x: 1 }, actionContext({ callId: 'c7' }));
  expect(heard).toEqual(['a/b', { x: 1 }, 'c7']);
});

test('models can use the name of the action, whatever the tool is called', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 100 }), (name) => {
      expect(toActionName(name)).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
    }),
  );
});

import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { Ajv } from 'ajv';
import { describe, expect, test } from 'vitest';
import { clerks } from '../../__fixtures__/clerks.ts';
import { Stage } from '../../__fixtures__/stage.ts';
import { until } from '../../__fixtures__/until.ts';
import { mcpClientFor } from '../__fixtures__/mcp-client.ts';
import { toErrorResult } from './to-call-result.ts';
import { toTool } from './to-tool.ts';

/** What the tool of a real server gives; a swarm does what the first word of a message says. */
async function callAll(): Promise<Record<string, CallToolResult>> {
  await using stage = await Stage.open();
  await using visitor = await mcpClientFor(stage);
  const call = async (input: Record<string, unknown>): Promise<CallToolResult> =>
    (await visitor.client.callTool({ name: 'desk', arguments: input })) as CallToolResult;
  const hanging = call({ message: 'hang' });
  const tasks = async (): Promise<string[]> => Object.keys((await stage.call('/tasks')).body as object);
  await until(async () => (await tasks()).length === 1);
  await stage.call(`/tasks/${(await tasks())[0]}/cancel`, { method: 'POST' });
  return {
    complete: await call({ message: 'hello' }),
    failed: await call({ message: 'fail' }),
    cancelled: await hanging,
    paused: await call({ message: 'ask ok?' }),
    refused: await call({ message: 'hello', task_id: 'none' }),
    unexpected: toErrorResult(new Error('disk on fire')),
  };
}

const results = await callAll();

describe('toCallResult', () => {
  const { outputSchema, inputSchema } = toTool('desk', clerks());

  test.each(Object.entries(results))('returns the announced shape for a call that was %s', (_, result) => {
    const validate = new Ajv({ strict: true }).compile(outputSchema!);
    expect([validate(result.structuredContent), validate.errors]).toEqual([true, null]);
    expect(result.content).toEqual([{ type: 'text', text: result.structuredContent!.response }]);
  });

  test('marks failed results as errors, and hides unexpected causes', () => {
    const errors = Object.entries(results).filter(([, { isError }]) => isError === true);
    expect(errors.map(([name]) => name)).toEqual(['failed', 'cancelled', 'refused', 'unexpected']);
    expect(JSON.stringify(results.unexpected)).not.toContain('fire');
    expect(results.unexpected!.structuredContent).toMatchObject({ code: 'internal' });
  });

  test('explains how to continue after a pause', () => {
    const { content, structuredContent } = results.paused!;
    expect(structuredContent).toMatchObject({ open_calls: [{ tool: 'ask_human', input: { q: 'ok?' } }] });
    expect(JSON.stringify(content)).toContain('tool_results');
  });

  test("asks for results in the form that the tool's input schema accepts", () => {
    const validate = new Ajv({ strict: true }).compile(inputSchema);
    expect(validate({ task_id: 't', tool_results: [{ call_id: 'c', content: 'yes' }] })).toBe(true);
    expect(validate({ message: 'hello' })).toBe(true);
    expect(validate({ message: 5 })).toBe(false);
  });
});

test('a swarm without a description is described by its name', () => {
  expect(toTool('desk', { ...clerks('desk'), description: '' }).description).toContain('Asks the swarm desk.');
});

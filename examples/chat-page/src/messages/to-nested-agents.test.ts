import { describe, expect, test } from 'vitest';
import { agentNote, agentPart, call, text } from '../__fixtures__/parts.ts';
import { toNestedAgents } from './to-nested-agents.ts';

describe('nested agents', () => {
  test('nested agents have what they say and do, each their own', () => {
    const agents = toNestedAgents([
      agentNote('c-1', 'completed', { name: 'scout' }),
      agentNote('c-2', 'running'),
      agentPart('c-1', text('One.')),
      agentPart('c-2', text('Two.')),
      agentPart('c-1', call('output-available', { toolCallId: 'c-3' })),
    ]);
    expect([...agents.keys()]).toEqual(['c-1', 'c-2']);
    expect(agents.get('c-1')).toMatchObject({
      note: { name: 'scout' },
      items: [{ part: { text: 'One.' } }, { part: { toolCallId: 'c-3' }, started: undefined }],
    });
    expect(agents.get('c-2')!.items).toMatchObject([{ part: { text: 'Two.' } }]);
  });

  test('nested agents may have started others', () => {
    const agents = toNestedAgents([
      agentNote('c-1', 'running'),
      agentPart('c-1', call('input-available', { toolCallId: 'c-2' })),
      agentNote('c-2', 'running', { name: 'deep' }),
      agentPart('c-2', text('Deep down.')),
    ]);
    expect([...agents.keys()]).toEqual(['c-1']);
    expect(agents.get('c-1')!.items[0]!.started).toMatchObject({
      note: { name: 'deep' },
      items: [{ part: { text: 'Deep down.' } }],
    });
  });

  test('nested agents that were never announced, or would be inside themselves, are left out', () => {
    expect(toNestedAgents([agentPart('c-1', text('Whose?'))]).size).toBe(0);
    const circle = [
      agentNote('c-1', 'running'),
      agentNote('c-2', 'running'),
      agentNote('c-0', 'running'),
      agentPart('c-0', call('input-available', { toolCallId: 'c-1' })),
      agentPart('c-1', call('input-available', { toolCallId: 'c-2' })),
      agentPart('c-2', call('input-available', { toolCallId: 'c-1' })),
    ];
    const [root] = toNestedAgents(circle).values();
    expect(root!.items[0]!.started!.items[0]!.started!.items[0]!.started).toBeUndefined();
  });
});

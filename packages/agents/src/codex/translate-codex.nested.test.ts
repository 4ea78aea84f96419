import { describe, expect, it } from 'vitest';
import { translateAll } from '../__fixtures__/translate-all.ts';
import type { HostEvent } from '../host-event.ts';
import {
  begun,
  commandItem,
  completed,
  event,
  ran,
  said,
  started,
  turnCompleted,
  used,
  usedOne,
} from './__fixtures__/codex-events.ts';
import { createCodexAdapter } from './codex-adapter.ts';
import type { CodexEvent, CodexItem } from './codex-event.ts';

const codex = createCodexAdapter();
const translate = (events: (CodexEvent | HostEvent)[], options: Parameters<typeof translateAll>[2] = {}) =>
  translateAll(codex, events, options);
const dataOf = (message: { parts: readonly { type: string }[] }, type: string): unknown[] =>
  message.parts.flatMap((part) => (part.type === type && 'data' in part ? [part.data] : []));

describe("Codex's nested agents", () => {
  const CHILD = 'thread-2';
  const spawn: CodexItem = {
    type: 'collabAgentToolCall',
    id: 's1',
    tool: 'spawnAgent',
    prompt: 'Look.',
    status: 'completed',
    receiverThreadIds: [CHILD],
    agentsStates: { [CHILD]: { status: 'pendingInit', message: null } },
  };
  const spawned: CodexEvent[] = [
    ...said('a', 'I delegate.'),
    started({ ...spawn, status: 'inProgress', receiverThreadIds: [], agentsStates: {} }),
    completed(spawn),
  ];

  it('nested agents are shown under the call that started them, and never in the main text', () => {
    const { text, message } = translate([
      ...begun,
      ...spawned,
      { method: 'thread/started', params: { thread: { id: CHILD } } },
      event('turn/started', { turn: { id: 't2' } }, CHILD),
      event('item/reasoning/summaryTextDelta', { itemId: 'r9', delta: 'Hm' }, CHILD),
      event('item/reasoning/textDelta', { itemId: 'r9', delta: 'Raw' }, CHILD),
      ...said('b', 'Nested report.', CHILD),
      ...ran('c9', 'nested', CHILD),
      completed(commandItem('c8', { status: 'failed', exitCode: 1 }), CHILD),
      used({ inputTokens: 9_999 }, CHILD),
      event('turn/completed', { turn: { id: 't2', status: 'completed' } }, CHILD),
      started({ type: 'collabAgentToolCall', id: 'w1', tool: 'wait', receiverThreadIds: [CHILD] }),
      completed({
        type: 'collabAgentToolCall',
        id: 'w1',
        tool: 'wait',
        status: 'completed',
        receiverThreadIds: [CHILD],
        agentsStates: { [CHILD]: { status: 'completed', message: 'Nested report.' }, other: { status: 'completed' } },
      }),
      usedOne,
      ...said('d', 'I have it.'),
      usedOne,
      turnCompleted(),
    ]);
    expect(text).toBe('I delegate.|I have it.');
    expect(dataOf(message, 'data-agent')).toEqual([
      { toolCallId: 's1', status: 'completed', description: 'Look.', summary: 'Nested report.' },
    ]);
    expect(dataOf(message, 'data-agent-part')).toMatchObject([
      { toolCallId: 's1', part: { type: 'reasoning', text: 'Hm' } },
      { toolCallId: 's1', part: { type: 'reasoning', text: 'Raw' } },
      { toolCallId: 's1', part: { type: 'text', text: 'Nested report.', state: 'done' } },
      { toolCallId: 's1', part: { type: 'dynamic-tool', toolCallId: 'c9', state: 'output-available' } },
      { toolCallId: 's1', part: { type: 'dynamic-tool', toolCallId: 'c8', state: 'output-error' } },
    ]);
    expect(message.metadata).toMatchObject({ usage: { inputTokens: 100 } });
  });

  it('nested agents report their failures', () => {
    const failed = event('turn/completed', { turn: { id: 't2', status: 'failed' } }, CHILD);
    const { message } = translate([...begun, ...spawned, failed, turnCompleted()]);
    expect(dataOf(message, 'data-agent')).toMatchObject([{ status: 'failed' }]);
  });

  it.each([
    ['errored', 'failed'],
    ['shutdown', 'stopped'],
    ['running', 'completed'],
  ])('a nested agent with the status %s is shown as %s in the end', (status, shown) => {
    const states = completed({
      type: 'collabAgentToolCall',
      id: 'w',
      tool: 'wait',
      agentsStates: { [CHILD]: { status } },
    });
    expect(dataOf(translate([...begun, ...spawned, states, turnCompleted()]).message, 'data-agent')).toMatchObject([
      { status: shown },
    ]);
  });

  it('nested agents that nobody started stay hidden', () => {
    const { message } = translate([...begun, ...said('x', 'Who?', 'thread-9'), turnCompleted()]);
    expect(message.parts).toEqual([{ type: 'step-start' }]);
  });
});

describe("Codex's approvals", () => {
  const asked: HostEvent = {
    type: 'posthouse.approval-requested',
    approvalId: 'c1',
    toolCallId: 'c1',
    toolName: 'shell',
    input: { command: 'ls' },
  };
  const answered: HostEvent = {
    type: 'posthouse.approval-answered',
    approvalId: 'c1',
    toolCallId: 'c1',
    approved: true,
  };

  it('approvals pause the run at their call', () => {
    const upTo = [...begun, ...said('a', 'May I?'), started(commandItem('c1')), asked];
    expect(translate(upTo).state.phase).toBe('paused');
    expect(translate([...upTo, answered]).state.phase).toBe('open');
    const { calls, chunks } = translate([...upTo, answered, ...ran('c1'), usedOne, turnCompleted()]);
    expect(calls).toMatchObject([{ state: 'output-available' }]);
    expect(chunks).toContainEqual({ type: 'tool-approval-request', approvalId: 'c1', toolCallId: 'c1' });
  });

  it.each(['request_user_input', 'mcp_elicitation', 'request_permissions'])(
    'approvals include %s, a question that ends with its answer',
    (toolName) => {
      const question = { ...asked, toolName };
      expect(translate([...begun, question, answered, turnCompleted()]).calls).toMatchObject([
        { output: { answered: true } },
      ]);
      const refused = { ...answered, approved: false };
      expect(translate([...begun, question, refused, turnCompleted()]).calls).toMatchObject([
        { errorText: 'The question was not answered.' },
      ]);
      expect(translate([...begun, question, { ...refused, reason: 'No.' }, turnCompleted()]).calls).toMatchObject([
        { errorText: 'No.' },
      ]);
    },
  );
});

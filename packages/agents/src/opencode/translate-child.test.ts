import { describe, expect, test } from 'vitest';
import { shownText } from '../__fixtures__/shown-text.ts';
import { translateEvents, typesOf } from '../__fixtures__/translate-events.ts';
import { eventsOf, MAIN } from './__fixtures__/opencode-events.ts';
import { createOpencodeAdapter } from './opencode-adapter.ts';
import type { OpencodeEvent } from './opencode-event.ts';

const opencode = createOpencodeAdapter();
const on = eventsOf();
const run = (...events: OpencodeEvent[]): ReturnType<typeof translateEvents> => translateEvents(opencode, events);

/** The call of an agent, as soon as it has a session. */
const task = (callID: string, child: string, status = 'running', session = on): OpencodeEvent => {
  const input = { description: 'a job', prompt: 'SUBTASK', subagent_type: 'general' };
  return session.tool(
    callID,
    session === on ? 'm1' : 'k1',
    { status, input, output: 'report', metadata: { sessionId: child } },
    'task',
  );
};
const born = (id: string, parentID: string): OpencodeEvent => ({
  type: 'session.created',
  properties: { sessionID: id, info: { id, parentID } },
});
const child = eventsOf('ses_child');
const childBegun = [
  child.user('ku'),
  child.text('kt0', 'ku', 'SUBTASK'),
  child.assistant('k1'),
  child.step('ks1', 'k1'),
];
const begun = [
  on.user('u1'),
  on.assistant('m1'),
  on.step('s1', 'm1'),
  born('ses_child', MAIN),
  task('c1', 'ses_child'),
];

type Data = { id: string; data: { toolCallId: string; status?: string; part?: Record<string, unknown> } };
const dataOf = (message: { parts: unknown[] }, type: string): Data[] =>
  message.parts.filter((part) => (part as { type: string }).type === type) as Data[];

describe('10: a nested agent of OpenCode', () => {
  test('a nested agent is announced with its call, and ends with it', () => {
    const { message } = run(...begun, task('c1', 'ses_child', 'completed'));
    expect(dataOf(message, 'data-agent')).toMatchObject([
      { id: 'c1', data: { toolCallId: 'c1', name: 'general', description: 'a job', status: 'completed' } },
    ]);
    expect(message.parts).toContainEqual(expect.objectContaining({ toolCallId: 'c1', state: 'output-available' }));
  });

  test('a nested agent speaks in parts of its own, and never in the main text', () => {
    const { message } = run(
      ...begun,
      ...childBegun,
      child.text('kt1', 'k1', ''),
      child.delta('kt1', 'k1', 'Nested words.'),
      child.text('kt1', 'k1', 'Nested words.', true),
      child.stepEnd('ke1', 'k1'),
      child.idle,
      task('c1', 'ses_child', 'completed'),
      on.text('t1', 'm1', 'Main words.', true),
    );
    expect(shownText(message)).toBe('Main words.');
    expect(dataOf(message, 'data-agent-part')).toMatchObject([
      { id: 'c1/kt1', data: { toolCallId: 'c1', part: { type: 'text', text: 'Nested words.', state: 'done' } } },
    ]);
  });

  test('the calls of a nested agent are nested, too', () => {
    const { message } = run(
      ...begun,
      ...childBegun,
      child.tool('n1', 'k1', { status: 'pending' }),
      child.tool('n1', 'k1', { status: 'running', input: { command: 'ls' } }),
      child.tool('n1', 'k1', { status: 'completed', input: { command: 'ls' }, output: 'x' }),
      child.tool('n2', 'k1', { status: 'error', input: {}, error: 'no' }),
    );
    expect(dataOf(message, 'data-agent-part').map(({ data }) => data.part)).toMatchObject([
      { type: 'dynamic-tool', toolCallId: 'n1', state: 'output-available', output: 'x' },
      { type: 'dynamic-tool', toolCallId: 'n2', state: 'output-error', errorText: 'no' },
    ]);
    expect(message.parts.filter(({ type }) => type === 'dynamic-tool')).toHaveLength(1);
  });

  test('the steps, usage and end of a nested agent do not end the run', () => {
    const { chunks, message } = run(
      ...begun,
      ...childBegun,
      child.stepEnd('ke1', 'k1', { tokens: { input: 99 }, cost: 9, reason: 'length' }),
      child.error('UnknownError', 'nested trouble'),
      child.idle,
      on.stepEnd('e1', 'm1', { tokens: { input: 1 }, cost: 1 }),
    );
    expect(typesOf(chunks).filter((type) => type === 'start-step')).toHaveLength(1);
    expect(message.metadata).toMatchObject({ usage: { inputTokens: 1 }, cost: 1 });
    expect(chunks.at(-1)).toMatchObject({ finishReason: 'stop' });
  });

  test('two nested agents at once are told apart by their sessions', () => {
    const other = eventsOf('ses_other');
    const { message } = run(
      ...begun,
      born('ses_other', MAIN),
      task('c2', 'ses_other'),
      ...childBegun,
      other.assistant('o1'),
      child.text('kt', 'k1', 'Child.', true),
      other.text('ot', 'o1', 'Other.', true),
    );
    expect(dataOf(message, 'data-agent-part').map(({ id, data }) => [id, data.part?.text])).toEqual([
      ['c1/kt', 'Child.'],
      ['c2/ot', 'Other.'],
    ]);
  });

  test('the first words of a nested agent are held until its call names it', () => {
    const { message } = run(
      on.user('u1'),
      on.assistant('m1'),
      on.step('s1', 'm1'),
      born('ses_child', MAIN),
      ...childBegun,
      child.text('kt', 'k1', 'Early.', true),
      task('c1', 'ses_child'),
    );
    expect(dataOf(message, 'data-agent-part').map(({ data }) => data.part?.text)).toEqual(['Early.']);
    expect(shownText(message)).toBe('');
  });

  test('a nested agent belongs to the call of its own parent', () => {
    const grandchild = eventsOf('ses_grandchild');
    const { message } = run(
      ...begun,
      ...childBegun,
      task('n1', 'ses_grandchild', 'running', child),
      grandchild.assistant('g1'),
      grandchild.text('gt', 'g1', 'Deep.', true),
    );
    expect(dataOf(message, 'data-agent').map(({ id }) => id)).toEqual(['c1', 'n1']);
    expect(dataOf(message, 'data-agent-part').map(({ id }) => id)).toEqual(['c1/n1', 'n1/gt']);
  });

  test('a nested agent retracts what it said when its step begins anew', () => {
    const { message } = run(
      ...begun,
      ...childBegun,
      child.text('kt1', 'k1', 'Half', false),
      child.step('ks2', 'k1'),
      child.text('kt2', 'k1', 'Whole', true),
    );
    expect(dataOf(message, 'data-agent-part').map(({ data }) => [data.part?.text, data.part?.retracted])).toEqual([
      ['Half', true],
      ['Whole', undefined],
    ]);
  });

  test('a nested agent ends with the run, if the run ends first', () => {
    const { message } = translateEvents(
      opencode,
      [
        ...begun,
        ...childBegun,
        child.text('kt', 'k1', 'Half'),
        child.tool('n1', 'k1', { status: 'running', input: {} }),
      ],
      { outcome: 'stopped' },
    );
    expect(dataOf(message, 'data-agent')).toMatchObject([{ data: { status: 'stopped' } }]);
    expect(dataOf(message, 'data-agent-part').map(({ data }) => data.part?.state)).toEqual(['done', 'output-error']);
  });

  test('a nested agent that nobody started is hidden', () => {
    const stranger = eventsOf('ses_stranger');
    const { message } = run(...begun, stranger.assistant('x1'), stranger.text('xt', 'x1', 'Hello?', true));
    expect(JSON.stringify(message)).not.toContain('Hello?');
  });
});

describe('a permission of a nested agent', () => {
  const asking = [
    ...begun,
    ...childBegun,
    child.tool('n1', 'k1', { status: 'pending' }),
    child.tool('n1', 'k1', { status: 'running', input: { command: 'ls' } }),
    child.asked('per_1', 'n1'),
  ];

  test('a nested permission shows its call in the main message as well, where it can be approved', () => {
    const { chunks, state } = run(...asking);
    expect(chunks).toContainEqual(
      expect.objectContaining({
        type: 'tool-input-available',
        toolCallId: 'n1',
        input: { command: 'ls' },
        providerMetadata: { posthouse: { parent: 'c1' } },
      }),
    );
    expect(chunks).toContainEqual({ type: 'tool-approval-request', approvalId: 'per_1', toolCallId: 'n1' });
    expect(state.phase).toBe('paused');
  });

  test('a nested permission that comes first waits for the call', () => {
    const [last, ...before] = asking.toReversed();
    const running = before[0]!;
    const { chunks } = run(...before.slice(1).toReversed(), last!, running);
    const approval = typesOf(chunks).indexOf('tool-approval-request');
    expect(approval).toBeGreaterThan(0);
    expect(chunks[approval - 1]).toMatchObject({
      type: 'tool-input-available',
      toolCallId: 'n1',
      input: { command: 'ls' },
    });
  });

  test('the result of a nested permission ends both', () => {
    const { message, state } = run(
      ...asking,
      child.replied('per_1', 'once'),
      child.tool('n1', 'k1', { status: 'completed', input: { command: 'ls' }, output: 'x' }),
    );
    expect(message.parts).toContainEqual(
      expect.objectContaining({ toolCallId: 'n1', state: 'output-available', output: 'x' }),
    );
    expect(dataOf(message, 'data-agent-part')).toMatchObject([{ data: { part: { state: 'output-available' } } }]);
    expect(state.phase).toBe('open');
  });
});

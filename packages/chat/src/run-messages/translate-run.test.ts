import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import { describe, expect, test } from 'vitest';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { answering, cuttingIn, type PlayedRun, playRun, type RunOptions, stopping } from './__fixtures__/play-run.ts';
import { startRun } from './mail-run-state.ts';
import { continueRun, finishPaused, translateRun } from './translate-run.ts';

const does = (name: string, input: object = {}, more: ScriptedTurn = {}): ScriptedTurn => ({
  ...more,
  toolCalls: [{ name, input }],
});
const answers = (text: string): ScriptedTurn => does('task_complete', { finish_message: text });
/** Says this and no more, until somebody does something about it. */
const stalls = (turn: ScriptedTurn): ScriptedTurn => ({ ...turn, fault: { kind: 'stall', afterChunks: 1_000 } });

/** The chunks of a run, with the words of a text in one: how many come at once is a matter of time. */
function toChunks(run: PlayedRun): UIChunk[] {
  let state = startRun(run);
  const chunks: UIChunk[] = [];
  for (const event of run.events) {
    const step = translateRun(state, event);
    state = step.state;
    for (const chunk of step.chunks) {
      const last = chunks.at(-1);
      if ('delta' in chunk && last !== undefined && 'delta' in last && last.id === chunk.id) {
        chunks[chunks.length - 1] = { ...last, delta: last.delta + chunk.delta };
      } else chunks.push(chunk);
    }
  }
  return chunks;
}

const play = async (options: RunOptions): Promise<UIChunk[]> => toChunks(await playRun(options));
const typesOf = (chunks: readonly UIChunk[]) => chunks.map(({ type }) => type);
const about = (kind: string, more: object = {}) => ({ mail: { agent: 'lead', turn: 1, kind, ...more } });
const takenBack = (id: string, kind: string) => ({
  id,
  providerMetadata: { ...about(kind, { retracted: true }), posthouse: { part: id, retracted: true } },
});

test('a run is one message with what agents say, what they call, and the answer', async () => {
  const run = await playRun({
    lead: [
      does('look', { at: 'the sea' }, { text: 'Let me see.', usage: { input: 10, output: 1 } }),
      { ...answers('It is deep.'), usage: { input: 20, output: 2 } },
    ],
  });
  const { taskId, answerId, entries } = run;
  const call = { toolCallId: 'lead/1/call_0_0', dynamic: true, providerExecuted: true };
  expect(toChunks(run)).toEqual([
    { type: 'start', messageId: answerId, messageMetadata: { taskId, run: 1, swarm: 'team' } },
    { type: 'start-step' },
    { type: 'reasoning-start', id: 'lead/1/1/0', providerMetadata: about('text') },
    { type: 'reasoning-delta', id: 'lead/1/1/0', delta: 'Let me see.' },
    { type: 'reasoning-end', id: 'lead/1/1/0' },
    {
      type: 'tool-input-available',
      ...call,
      toolName: 'look',
      input: { at: 'the sea' },
      providerMetadata: { mail: { agent: 'lead', turn: 1 } },
    },
    { type: 'tool-output-available', ...call, output: { seen: 'the sea' } },
    { type: 'text-start', id: 'lead/2/1/0', providerMetadata: about('answer', { turn: 2 }) },
    { type: 'text-delta', id: 'lead/2/1/0', delta: 'It is deep.' },
    { type: 'text-end', id: 'lead/2/1/0' },
    { type: 'finish-step' },
    {
      type: 'finish',
      finishReason: 'stop',
      messageMetadata: {
        outcome: 'complete',
        seq: entries.at(-1)!.seq,
        usage: { inputTokens: 30, outputTokens: 3 },
        cost: 36,
      },
    },
  ]);
});

test('reasoning of an agent is shown like what it says, with its name', async () => {
  const chunks = await play({ lead: [{ ...answers('Seven.'), reasoning: 'Hm.' }] });
  expect(chunks.filter(({ type }) => type === 'reasoning-start')).toEqual([
    { type: 'reasoning-start', id: 'lead/1/1/0', providerMetadata: about('reasoning') },
  ]);
});

describe('calls in a run', () => {
  const results = async (first: ScriptedTurn, options: Partial<RunOptions> = {}) => {
    const chunks = await play({ lead: [first, answers('So be it.')], ...options });
    return chunks.filter(({ type }) => type.startsWith('tool-'));
  };

  test('calls that fail give the reason', async () => {
    expect(await results(does('stumble'))).toMatchObject([
      { type: 'tool-input-available', toolName: 'stumble', providerExecuted: true },
      { type: 'tool-output-error', errorText: expect.stringContaining('There was a stone.') },
    ]);
  });

  test('calls of a tool that does not exist are shown as failed', async () => {
    expect(await results(does('fly'))).toMatchObject([
      { type: 'tool-input-available', toolName: 'fly' },
      { type: 'tool-output-error', errorText: expect.stringContaining('fly') },
    ]);
  });

  test("calls that the model's provider runs are shown with their result", async () => {
    const search = { type: 'web-search' as const, query: 'tides' };
    const first = { content: [search, { type: 'tool-call' as const, name: 'look', input: {} }] };
    expect((await results(first)).slice(0, 2)).toMatchObject([
      { type: 'tool-input-available', toolName: 'web_search_call', input: { query: 'tides' }, providerExecuted: true },
      { type: 'tool-output-available', output: { results: [] } },
    ]);
  });

  test("calls of the caller's own tools are left to the caller", async () => {
    const tools = [{ name: 'open_door', parameters: { type: 'object' as const } }];
    const options = { post: { tools }, intervene: answering('opened') };
    const [input, output] = await results(does('open_door'), options);
    expect([input, output]).toMatchObject([{ toolName: 'open_door' }, { output: 'opened' }]);
    expect([input, output].filter((chunk) => 'providerExecuted' in chunk!)).toEqual([]);
  });
});

describe('the answer of a run', () => {
  test('an answer is retracted when it was refused, and shown once when it equals the outcome as JSON', async () => {
    const chunks = await play({
      lead: [answers('four'), answers('{ "sum": 4 }')],
      post: { responseFormat: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] } },
    });
    expect(chunks.filter(({ type }) => type.startsWith('text-'))).toEqual([
      { type: 'text-start', id: 'lead/1/1/0', providerMetadata: about('answer') },
      { type: 'text-delta', id: 'lead/1/1/0', delta: 'four' },
      { type: 'text-end', ...takenBack('lead/1/1/0', 'answer') },
      { type: 'text-start', id: 'lead/2/1/0', providerMetadata: about('answer', { turn: 2 }) },
      { type: 'text-delta', id: 'lead/2/1/0', delta: '{ "sum": 4 }' },
      { type: 'text-end', id: 'lead/2/1/0' },
    ]);
    expect(chunks.filter(({ type }) => type.startsWith('tool-'))).toEqual([]);
  });

  test('leaves no part behind when it has no words', async () => {
    expect(typesOf(await play({ lead: [answers('')] }))).toEqual(['start', 'start-step', 'finish-step', 'finish']);
  });
});

describe('the pause of a run', () => {
  /** What is told up to the pause, and where it stands there. */
  const toPause = ({ events, ...run }: PlayedRun) => {
    let state = startRun(run);
    const paused = events.findIndex(({ type }) => type === 'paused');
    const chunks = events.slice(0, paused + 1).flatMap((event) => {
      const step = translateRun(state, event);
      state = step.state;
      return step.chunks;
    });
    return { chunks, state };
  };

  test('a pause leaves a call for the client to answer, and ends the stream', async () => {
    const run = await playRun({
      lead: [does('ask_human', { at: 'noon' }), answers('Good.')],
      intervene: answering('yes'),
    });
    const { chunks, state } = toPause(run);
    const input = {
      type: 'tool-input-available',
      toolCallId: 'lead/1/call_0_0',
      toolName: 'ask_human',
      input: { at: 'noon' },
      dynamic: true,
      providerMetadata: { mail: { agent: 'lead', turn: 1 } },
    };
    expect(chunks.slice(2)).toEqual([input]);
    expect(state.phase).toBe('paused');
    expect(finishPaused(state)).toEqual([
      {
        type: 'finish',
        finishReason: 'tool-calls',
        messageMetadata: expect.objectContaining({ outcome: 'paused', seq: state.seq }),
      },
    ]);
    expect(continueRun(state)).toEqual([toChunks(run)[0]]);
    expect(continueRun(startRun(run))).toEqual([]);
  });

  test('a pause ends when the call is answered, and a new step follows', async () => {
    const chunks = await play({ lead: [does('ask_human'), answers('Good.')], intervene: answering('yes') });
    expect(typesOf(chunks).slice(2)).toEqual([
      'tool-input-available',
      'tool-output-available',
      'finish-step',
      'start-step',
      'text-start',
      'text-delta',
      'text-end',
      'finish-step',
      'finish',
    ]);
    expect(chunks[3]).toEqual({
      type: 'tool-output-available',
      toolCallId: 'lead/1/call_0_0',
      output: 'yes',
      dynamic: true,
    });
  });

  test('a pause asks for an approval, and the action runs only if it is given', async () => {
    const script = [does('pay'), answers('Good.')];
    const yes = await play({ lead: script, intervene: answering('yes') });
    expect(yes.slice(2, 5)).toMatchObject([
      { type: 'tool-input-available', toolName: 'pay' },
      { type: 'tool-approval-request', approvalId: 'lead/1/call_0_0', toolCallId: 'lead/1/call_0_0' },
      { type: 'tool-output-available', output: 'paid' },
    ]);
    const no = await play({ lead: script, intervene: answering('no') });
    expect(no[4]).toMatchObject({ type: 'tool-output-error', errorText: expect.stringContaining('not approved') });
    expect([...yes.slice(2, 5), ...no.slice(2, 5)].filter((chunk) => 'providerExecuted' in chunk)).toEqual([]);
  });

  test('a pause is followed by a step even if the run is cancelled, or clients would send their answers again', async () => {
    const chunks = await play({
      lead: [does('ask_human')],
      intervene: (event, instance, taskId) => (event.type === 'paused' ? instance.cancel(taskId) : undefined),
    });
    expect(typesOf(chunks).slice(2)).toEqual([
      'tool-input-available',
      'tool-output-error',
      'finish-step',
      'abort',
      'finish',
    ]);
  });
});

describe('the end of a run', () => {
  test('stores and shows an error before clients stop reading', async () => {
    const run = await playRun({ lead: [{ fault: { kind: 'http', status: 400, message: 'no such model' } }] });
    const { text, code, seq } = run.entries.findLast((entry) => entry.type === 'run-ended')!;
    expect([text, code]).toEqual([expect.stringContaining('no such model'), 'model_failed']);
    expect(toChunks(run).slice(2)).toEqual([
      { type: 'data-notice', data: { code, text } },
      { type: 'finish-step' },
      { type: 'message-metadata', messageMetadata: { outcome: 'error', error: text, code, seq } },
      { type: 'error', errorText: text },
      { type: 'finish', finishReason: 'error' },
    ]);
  });

  test('a stopped run ends with everything closed and nothing retracted', async () => {
    const chunks = await play({
      lead: [stalls({ toolCalls: [{ name: 'task_complete', rawInput: '{"finish_message":"Onc' }] })],
      intervene: stopping,
    });
    expect(chunks.slice(2)).toEqual([
      { type: 'text-start', id: 'lead/1/1/0', providerMetadata: about('answer') },
      { type: 'text-delta', id: 'lead/1/1/0', delta: 'Onc' },
      { type: 'text-end', id: 'lead/1/1/0' },
      { type: 'finish-step' },
      { type: 'abort', reason: expect.any(String) },
      { type: 'finish', finishReason: 'other', messageMetadata: expect.objectContaining({ outcome: 'cancelled' }) },
    ]);
  });
});

test('words that an interrupt cut short are retracted', async () => {
  const chunks = await play({ lead: [stalls({ text: 'Once upon' }), answers('Yes.')], intervene: cuttingIn });
  const ends = chunks.filter(({ type }) => type.endsWith('-end'));
  expect(ends).toEqual([
    { type: 'reasoning-end', ...takenBack('lead/1/1/0', 'text') },
    { type: 'text-end', id: 'lead/1/2/0' },
  ]);
});

test('mail between agents is shown once per recipient, without mail of the user and the system', async () => {
  const ask = { target: 'clerk', subject: 'Tides', body: 'How deep?' };
  const reply = { target: 'lead', subject: 'Re: Tides', body: 'Deep.' };
  const chunks = await play({
    lead: [does('send_request', ask), answers('Deep.')],
    clerk: [does('send_response', reply)],
  });
  const mail = chunks.filter(({ type }) => type === 'data-mail-message');
  expect(mail).toMatchObject([
    { data: { from: 'lead', to: 'clerk', subject: 'Tides', body: 'How deep?', type: 'request' } },
    { data: { from: 'clerk', to: 'lead', subject: 'Re: Tides', body: 'Deep.', type: 'response' } },
  ]);
});

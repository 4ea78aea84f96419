import { newsToChunks, type UIChunk } from '@posthouse/chat';
import { describe, expect, test } from 'vitest';
import { shownText } from '../__fixtures__/shown-text.ts';
import { startReplay } from '../__fixtures__/replay.ts';
import { toMessage, typesOf } from '../__fixtures__/translate-events.ts';
import type { AgentRunState, ApprovalAnswer, RunEnd } from '../agent-adapter.ts';
import type { HostEvent } from '../host-event.ts';
import type { AgentScript } from './agent-script.ts';
import { createScriptedAdapter } from './scripted-adapter.ts';
import type { ScriptedEvent } from './scripted-event.ts';

type Event = ScriptedEvent | HostEvent;

interface Visit {
  readonly text?: string;
  /** Decides when to stop, and what to answer. */
  readonly stopAt?: (event: Event) => boolean;
  readonly answer?: Partial<ApprovalAnswer>;
}

/** Has one run with a script, as a session would. */
async function visit(script: AgentScript | undefined, options: Visit = {}) {
  const adapter = createScriptedAdapter({ script, generateId: () => 'conversation' });
  await using session = await adapter.open({ cwd: '/' });
  const message = adapter.adaptUserMessage({ parts: [{ type: 'text', text: options.text ?? 'Hello' }] });
  let state = startReplay(adapter) as ReturnType<typeof adapter.start>;
  const chunks: UIChunk[] = [];
  const phases: AgentRunState['phase'][] = [];
  let end: RunEnd = { outcome: 'ended' };
  try {
    for await (const event of session.send(message, { signal: new AbortController().signal })) {
      const step = adapter.translate(event, state);
      chunks.push(...step.news.flatMap(newsToChunks));
      state = step.state;
      phases.push(state.phase);
      if (options.stopAt?.(event) === true) {
        end = { outcome: 'stopped' };
        void session.interrupt();
      }
      if (event.type !== 'posthouse.approval-requested' || options.answer === undefined) continue;
      await session.answer({ approvalId: event.approvalId, approved: true, ...options.answer });
    }
  } catch (error) {
    end = { outcome: 'failed', errorText: (error as Error).message };
  }
  chunks.push(...adapter.finish(state, end).flatMap(newsToChunks));
  return { chunks, phases, message: toMessage(chunks), state };
}

const callsOf = ({ parts }: ReturnType<typeof toMessage>): unknown[] =>
  parts.filter(({ type }) => type === 'dynamic-tool');

describe('a scripted agent', () => {
  test('says, thinks and calls, in steps as a model would', async () => {
    const { chunks, message } = await visit([
      [
        { think: 'Hm.' },
        { say: 'Let me look.', pieceLength: 5 },
        { call: 'search', input: { q: 'x' }, output: ['y'] },
        { say: 'It is y.' },
        { usage: { inputTokens: 3, outputTokens: 4 } },
      ],
    ]);
    expect(typesOf(chunks).filter((type) => type === 'start-step')).toHaveLength(2);
    expect(chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : []))).toEqual([
      'Let m',
      'e loo',
      'k.',
      'It is y.',
    ]);
    expect(shownText(message)).toBe('Let me look.|It is y.');
    expect(callsOf(message)).toMatchObject([{ toolName: 'search', input: { q: 'x' }, output: ['y'] }]);
    expect(message.metadata).toMatchObject({
      agent: 'scripted',
      agentSessionId: 'conversation',
      usage: { inputTokens: 3, outputTokens: 4 },
    });
  });

  test('says one text in the given pieces', async () => {
    async function* pieces() {
      yield* ['Once ', 'upon ', 'a time.'];
    }
    const { chunks, message } = await visit(() => [{ say: pieces() }]);
    expect(chunks.flatMap((chunk) => (chunk.type === 'text-delta' ? [chunk.delta] : []))).toEqual([
      'Once ',
      'upon ',
      'a time.',
    ]);
    expect(shownText(message)).toBe('Once upon a time.');
  });

  test('makes calls that print, and may fail', async () => {
    const { chunks, message } = await visit([
      [{ call: 'bash', progress: ['one\n', 'two\n'], error: 'It broke.', id: 'c1' }],
    ]);
    const printed = chunks.flatMap((chunk) => (chunk.type === 'tool-output-available' ? [chunk.output] : []));
    expect(printed).toEqual(['one\n', 'one\ntwo\n']);
    expect(callsOf(message)).toMatchObject([{ toolCallId: 'c1', state: 'output-error', errorText: 'It broke.' }]);
  });

  test('a scripted agent may retract what it said', async () => {
    const { message } = await visit([[{ say: 'Wrong.', retracted: true }, { say: 'Right.' }]]);
    expect(shownText(message)).toBe('Right.');
  });

  test('a scripted agent may fail', async () => {
    const { chunks } = await visit([[{ say: 'And then' }, { fail: 'the model fell over' }, { say: 'never' }]]);
    expect(chunks).toContainEqual({ type: 'error', errorText: 'the model fell over' });
    expect(JSON.stringify(chunks)).not.toContain('never');
  });

  test('a scripted agent may emit chunks as they are', async () => {
    const { chunks } = await visit([[{ news: { type: 'data', name: 'weather', data: { sun: true } } }]]);
    expect(chunks).toContainEqual({ type: 'data-weather', data: { sun: true } });
  });

  test('a scripted agent may have a nested agent', async () => {
    const { message } = await visit([
      [
        {
          delegate: 'look around',
          name: 'scout',
          steps: [{ think: 'Hm.' }, { say: 'Nested.' }, { call: 'bash', output: 1 }, { call: 'bash', error: 'no' }],
          output: 'report',
        },
        { say: 'Main.' },
      ],
    ]);
    expect(shownText(message)).toBe('Main.');
    expect(callsOf(message)).toMatchObject([{ toolName: 'delegate', output: 'report' }]);
    const nested = message.parts.flatMap((part) =>
      part.type === 'data-agent-part' ? [(part as { data: unknown }).data] : [],
    );
    expect(nested).toMatchObject([
      { part: { type: 'reasoning', text: 'Hm.', state: 'done' } },
      { part: { type: 'text', text: 'Nested.', state: 'done' } },
      { part: { state: 'output-available', output: 1 } },
      { part: { state: 'output-error', errorText: 'no' } },
    ]);
    expect(message.parts).toContainEqual(
      expect.objectContaining({
        type: 'data-agent',
        data: expect.objectContaining({ name: 'scout', status: 'completed' }),
      }),
    );
  });

  test('follows one list per message, and starts over after the last', async () => {
    const adapter = createScriptedAdapter({ script: [[{ say: 'one' }], [{ say: 'two' }]] });
    await using session = await adapter.open({ cwd: '/' });
    const said: string[] = [];
    for (let index = 0; index < 3; index += 1) {
      for await (const event of session.send({ parts: [] }, { signal: new AbortController().signal })) {
        if (event.type === 'text') said.push(event.delta);
      }
    }
    expect(said).toEqual(['one', 'two', 'one']);
  });

  test('a scripted agent may decide by what the user says', async () => {
    const { message } = await visit(({ text, index }) => [{ say: `${index}: ${text}!` }], { text: 'Ada' });
    expect(shownText(message)).toBe('0: Ada!');
  });

  test('fails when its script throws', async () => {
    const { chunks } = await visit(() => {
      throw new Error('the script is wrong');
    });
    expect(chunks).toContainEqual({ type: 'error', errorText: 'the script is wrong' });
  });

  test('shows a little of everything by default', async () => {
    const { message } = await visit(undefined, { text: 'Hello' });
    expect(shownText(message)).toBe('Let me look that up. |You said: Hello');
    expect(callsOf(message)).toMatchObject([{ toolName: 'look_up', output: { found: 1 } }]);
  });

  test('a scripted agent may be scripted by the session', async () => {
    const adapter = createScriptedAdapter();
    await using session = await adapter.open({ cwd: '/', options: { script: [[{ say: 'From options.' }]] } });
    const deltas: string[] = [];
    for await (const event of session.send({ parts: [] }, { signal: new AbortController().signal })) {
      if (event.type === 'text') deltas.push(event.delta);
    }
    expect(deltas.join('')).toBe('From options.');
    await expect(adapter.open({ cwd: '/', options: { script: 'say hello' } })).rejects.toMatchObject({
      code: 'invalid_configuration',
    });
  });
});

describe('approvals of a scripted agent', () => {
  const script: AgentScript = [
    [{ call: 'bash', input: { command: 'ls' }, output: 'x', approval: true, id: 'c1' }, { say: 'Done.' }],
  ];

  test('approvals pause the run until they are given', async () => {
    const { phases, message } = await visit(script, { answer: {} });
    expect(phases).toContain('paused');
    expect(callsOf(message)).toMatchObject([{ state: 'output-available', output: 'x' }]);
  });

  test('refused approvals fail the call, and the run continues', async () => {
    const { message } = await visit(script, { answer: { approved: false, reason: 'Not today.' } });
    expect(callsOf(message)).toMatchObject([{ state: 'output-error', errorText: 'Not today.' }]);
    expect(shownText(message)).toBe('Done.');
  });

  test('approvals cannot be answered when nobody waits for them', async () => {
    const session = await createScriptedAdapter({ script }).open({ cwd: '/' });
    await expect(session.answer({ approvalId: 'c1', approved: true })).rejects.toMatchObject({
      code: 'call_not_found',
    });
  });
});

describe('stopping a scripted agent', () => {
  test.each<[string, AgentScript, (event: Event) => boolean]>([
    ['in a text', [[{ say: 'x'.repeat(100), pieceLength: 1, delayMs: 1 }]], (event) => event.type === 'text'],
    ['in a call', [[{ call: 'bash', delayMs: 60_000 }]], (event) => event.type === 'call'],
    ['in a wait', [[{ say: 'x' }, { wait: 60_000 }]], (event) => event.type === 'text-ended'],
    ['where it hangs', [[{ say: 'x' }, { hang: true }]], (event) => event.type === 'text-ended'],
    ['at a question', [[{ call: 'bash', approval: true }]], (event) => event.type === 'posthouse.approval-requested'],
  ])('a stop ends the run %s', async (_, script, stopAt) => {
    const { chunks } = await visit(script, { stopAt });
    expect(typesOf(chunks).slice(-2)).toEqual(['abort', 'finish']);
  });

  test('a signal stops a scripted agent, even one that has aborted before', async () => {
    const session = await createScriptedAdapter({ script: [[{ hang: true }]] }).open({ cwd: '/' });
    const types: string[] = [];
    const stop = new AbortController();
    for await (const { type } of session.send({ parts: [] }, { signal: stop.signal })) {
      types.push(type);
      stop.abort();
    }
    for await (const { type } of session.send({ parts: [] }, { signal: AbortSignal.abort() })) types.push(type);
    expect(types).toEqual(['started']);
  });
});

describe('a conversation with a scripted agent', () => {
  const script: AgentScript = ({ index }) => [{ say: `message ${index}` }];

  async function say(session: Awaited<ReturnType<ReturnType<typeof createScriptedAdapter>['open']>>): Promise<string> {
    let text = '';
    for await (const event of session.send({ parts: [] }, { signal: new AbortController().signal })) {
      if (event.type === 'text') text += event.delta;
    }
    return text;
  }

  test('continues where it was when it is resumed or forked', async () => {
    let id = 0;
    const adapter = createScriptedAdapter({ script, generateId: () => `conversation-${(id += 1)}` });
    const first = await adapter.open({ cwd: '/' });
    expect(await say(first)).toBe('message 0');
    const resumed = await adapter.open({ cwd: '/', agentSessionId: first.agentSessionId });
    expect(await say(resumed)).toBe('message 1');
    const copy = await resumed.fork!();
    expect(copy.agentSessionId).toBe('conversation-2');
    expect([await say(copy as never), await say(resumed)]).toEqual(['message 2', 'message 2']);
  });

  test('a conversation has one run at a time', async () => {
    const session = await createScriptedAdapter({ script: [[{ hang: true }]] }).open({ cwd: '/' });
    const running = say(session);
    await expect(say(session)).rejects.toMatchObject({ code: 'task_running' });
    await session[Symbol.asyncDispose]();
    await running;
  });
});

test('the scripted agent is always available, and its events are not whole messages', async () => {
  const adapter = createScriptedAdapter();
  expect(await adapter.availability()).toEqual({ available: true });
  expect(adapter.adaptMessage({ type: 'step' })).toBeUndefined();
});

test('events that the scripted agent does not know are counted', () => {
  const adapter = createScriptedAdapter();
  const { state } = adapter.translate(
    { type: 'gossip' } as never,
    adapter.start({ messageId: 'm', generateId: () => 'i', now: () => 0 }),
  );
  expect(state.ignored).toEqual({ gossip: 1 });
});

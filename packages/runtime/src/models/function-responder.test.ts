import { PosthouseError } from '@posthouse/protocol';
import { APICallError } from 'ai';
import { describe, expect, it } from 'vitest';
import type { AgentFunction, AgentFunctionOutput } from '../definitions/agent-function.ts';
import { agent } from '../definitions/agent.ts';
import { ADD, ask, HELLO } from './__fixtures__/ask.ts';
import { createResponder } from './create-responder.ts';
import type { ModelSlot, Respond } from '../respond/respond.ts';

function respondWith(run: AgentFunction): Respond {
  return createResponder(agent({ name: 'clerk', run, commTargets: [] }));
}

describe('an agent that is a function', () => {
  it('gets what the turn has, and no settings of a model', async () => {
    let given: unknown;
    const { signal } = new AbortController();
    const respond = respondWith((input) => {
      given = input;
      return { text: 'Seen.' };
    });

    await ask(respond, { tools: [ADD], toolChoice: 'required', signal });

    const history = expect.any(Function);
    expect(given).toEqual({
      inputs: [],
      task: { id: '', swarm: '', owner: '' },
      tools: [ADD],
      toolChoice: 'required',
      signal,
      history,
      messages: history,
    });
  });

  it('gets the past that the turn can look up, and otherwise the prompt alone', async () => {
    const seen: unknown[] = [];
    const respond = respondWith(async ({ history, messages }) => {
      seen.push(await history(), await messages());
      return {};
    });
    const turn = { run: 1, turn: 1, inputs: [], calls: [] };

    await ask(respond, { past: { history: async () => [turn], messages: async () => [HELLO, HELLO] } });
    await ask(respond);

    expect(seen).toEqual([[turn], [HELLO, HELLO], [], [HELLO]]);
  });

  it('answers with a memo, which later changes of the function do not reach', async () => {
    const memo = { read: ['a'] };

    const answer = await ask(respondWith(() => ({ memo })));
    memo.read.push('b');

    expect(answer).toEqual({ messages: [], calls: [], text: '', memo: { read: ['a'] }, deltas: [] });
  });

  it('a function may tell of a tool that its provider has run, which is no part of later prompts', async () => {
    const search = { tool: 'web_search_call', input: { query: 'tides' }, callId: 's' };
    const sum = { tool: 'add', input: { a: 1, b: 2 }, callId: 'c' };

    const { calls, messages } = await ask(respondWith(() => ({ calls: [{ ...search, result: null }, sum] })));

    expect(calls).toEqual([{ ...search, builtin: { status: 'success', content: null } }, sum]);
    expect(messages).toEqual([
      { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c', toolName: 'add', input: { a: 1, b: 2 } }] },
    ]);
  });

  it('a function may say why it makes a call, and what it says before', async () => {
    const call = { tool: 'add', input: {}, callId: 'c', reasoning: 'Sums are nice.', preamble: 'One moment.' };

    const { calls, messages } = await ask(respondWith(() => ({ calls: [call] })));

    expect(calls).toEqual([call]);
    expect(JSON.stringify(messages)).not.toContain('nice');
  });

  it('answers with text', async () => {
    const answer = await ask(respondWith(() => ({ text: 'Hello.' })));

    expect(answer).toEqual({
      messages: [{ role: 'assistant', content: [{ type: 'text', text: 'Hello.' }] }],
      calls: [],
      text: 'Hello.',
      deltas: [{ part: 0, kind: 'text', delta: 'Hello.' }],
    });
  });

  it('answers with calls, which get ids', async () => {
    const respond = respondWith(async () => ({
      calls: [
        { tool: 'add', input: { a: 1, b: 2 } },
        { tool: 'add', input: { a: 3, b: 4 }, callId: 'mine' },
      ],
    }));

    const { calls, messages } = await ask(respond);

    expect(calls).toEqual([
      { callId: expect.stringMatching(/^[\da-f-]{36}$/), tool: 'add', input: { a: 1, b: 2 } },
      { callId: 'mine', tool: 'add', input: { a: 3, b: 4 } },
    ]);
    expect(messages).toEqual([
      {
        role: 'assistant',
        content: calls.map(({ callId, tool, input }) => ({
          type: 'tool-call',
          toolCallId: callId,
          toolName: tool,
          input,
        })),
      },
    ]);
  });

  it('streams its answer as a model does', async () => {
    const output: AgentFunctionOutput = {
      text: 'Done.',
      calls: [
        { tool: 'add', input: { a: 1, b: 2 } },
        { tool: 'task_complete', input: { finish_message: 'Three.' } },
        { tool: 'task_complete', input: { finish_message: { sum: 3 } } },
        { tool: 'task_complete', input: {} },
      ],
    };

    const { deltas } = await ask(respondWith(() => output));

    expect(deltas).toEqual([
      { part: 0, kind: 'text', delta: 'Done.' },
      { part: 1, kind: 'answer', delta: 'Three.' },
      { part: 2, kind: 'answer', delta: '{"sum":3}' },
    ]);
  });

  it('a function may answer nothing, which leaves no trace in the history', async () => {
    expect(await ask(respondWith(() => ({})))).toEqual({ messages: [], calls: [], text: '', deltas: [] });
  });

  it('a function may repeat ids and give input that is no object, and the history stays valid', async () => {
    const respond = respondWith(() => ({
      calls: [
        { tool: 'add', input: 'one and two', callId: 'c' },
        { tool: 'add', input: null, callId: 'c' },
      ],
    }));

    const { calls, messages } = await ask(respond);

    expect(calls).toEqual([
      { callId: 'c', tool: 'add', input: 'one and two', inputError: 'the arguments are not a JSON object' },
      { callId: 'c_2', tool: 'add', input: null, inputError: 'the arguments are not a JSON object' },
    ]);
    expect(messages).toMatchObject([
      {
        content: [
          { toolCallId: 'c', input: {} },
          { toolCallId: 'c_2', input: {} },
        ],
      },
    ]);
  });

  it.each([
    [undefined, /expected object/],
    ['text', /expected object/],
    [{ text: 7 }, /text/],
    [{ calls: [{ tool: '', input: {} }] }, /calls\[0\]\.tool/],
    [{ calls: [{ tool: 'add', input: { when: new Date(0) } }] }, /calls\[0\]\.input/],
    [{ memo: new Map() }, /memo/],
    [{ answer: 'typo' }, /answer/],
  ])('fails with an explanation when it returns %j', async (output, message) => {
    const respond = respondWith((() => output) as unknown as AgentFunction);

    await expect(ask(respond)).rejects.toMatchObject({
      code: 'invalid_output',
      message: expect.stringMatching(/^the function of agent clerk must return/),
    });
    await expect(ask(respond)).rejects.toThrow(message);
  });

  it('fails with what it throws', async () => {
    const cause = new TypeError('no paper');
    const respond = respondWith(() => {
      throw cause;
    });

    await expect(ask(respond)).rejects.toMatchObject({
      code: 'model_failed',
      message: 'the function of agent clerk failed: no paper',
      cause,
      details: { afterOutput: false, retryable: false },
    });
  });

  it('a function may fail with a PosthouseError', async () => {
    const error = new PosthouseError({ code: 'rate_limited', message: 'slow down' });

    await expect(ask(respondWith(() => Promise.reject(error)))).rejects.toBe(error);
  });

  it('rethrows the reason when the turn is aborted, whatever the function throws', async () => {
    const controller = new AbortController();
    const reason = new DOMException('interrupted', 'AbortError');
    const respond = respondWith(async ({ signal }) => {
      controller.abort(reason);
      return signal.aborted ? Promise.reject(new Error('something else')) : { text: 'too late' };
    });

    await expect(ask(respond, { signal: controller.signal })).rejects.toBe(reason);
    await expect(
      ask(
        respondWith(() => ({ text: 'never' })),
        { signal: controller.signal },
      ),
    ).rejects.toBe(reason);
  });

  it('a function that answers after the abort is ignored', async () => {
    const controller = new AbortController();
    const reason = new Error('cancelled');
    const respond = respondWith(() => {
      controller.abort(reason);
      return { text: 'too late' };
    });

    await expect(ask(respond, { signal: controller.signal })).rejects.toBe(reason);
  });
});

describe('a function that asks a model', () => {
  const tooMany = (name: string, data: object = {}) => ({
    python: new PosthouseError({ code: 'action_failed', message: JSON.stringify(data), details: { type: name } }),
    sdk: new APICallError({
      message: name,
      url: 'http://model',
      requestBodyValues: {},
      statusCode: name === 'RateLimitError' ? 429 : 500,
      responseHeaders: { 'retry-after-ms': '20' },
      data,
    }),
  });

  /** What a function comes to that fails once, and what its slot has heard. */
  async function answerAfter(failure: Error): Promise<{ answer: unknown; heard: unknown[] }> {
    const heard: unknown[] = [];
    let failures = 0;
    const run: AgentFunction = () => {
      if (failures > 0) return { text: 'Done.' };
      failures += 1;
      throw failure;
    };
    const respond = createResponder(agent({ name: 'clerk', run, asksModel: 'openai/gpt-5-mini', commTargets: [] }));
    const slot: ModelSlot = {
      accepted: () => heard.push('accepted'),
      refused: async ({ waitMs }) => void heard.push(['refused', waitMs]),
      end: () => heard.push('ended'),
    };
    const takeSlot = async ({ model }: { model: string }): Promise<ModelSlot> => (heard.push(model), slot);
    const answer = await ask(respond, { takeSlot, onAsk: () => heard.push('asked') }).then(
      ({ text }) => text,
      ({ code }: PosthouseError) => code,
    );
    return { answer, heard };
  }

  it.each([
    ['the AI SDK', tooMany('RateLimitError').sdk, 20],
    ['a library of Python', tooMany('RateLimitError').python, undefined],
  ])('waits when its provider has too many requests, as %s says it, and is asked again', async (_, failure, waitMs) => {
    expect(await answerAfter(failure)).toEqual({
      answer: 'Done.',
      heard: ['openai/gpt-5-mini', 'asked', ['refused', waitMs], 'accepted', 'ended'],
    });
  });

  it.each([
    ['another error of the AI SDK', tooMany('Other').sdk, 'model_failed'],
    ['another error in Python', tooMany('ValueError').python, 'action_failed'],
    [
      'an account that has run out',
      tooMany('RateLimitError', { error: { code: 'insufficient_quota' } }).sdk,
      'model_failed',
    ],
    [
      'the same in Python',
      tooMany('RateLimitError', { error: { code: 'insufficient_quota' } }).python,
      'action_failed',
    ],
  ])('fails at once and gives its slot back on %s', async (_, failure, code) => {
    expect(await answerAfter(failure)).toEqual({ answer: code, heard: ['openai/gpt-5-mini', 'asked', 'ended'] });
  });
});

import type { LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { describe, expect, it, vi } from 'vitest';
import { findDisorder } from './__fixtures__/check-parts.ts';
import {
  answers,
  begin,
  called,
  calls,
  completed,
  ends,
  letter,
  paused,
  started,
  telling,
  thinks,
  told,
  writes,
} from './__fixtures__/frames.ts';
import { hangUp, json, keepSilent, type Playback, startPlayback, stream } from './__fixtures__/playback.ts';
import { assistant, call, result, text, tool, user } from './__fixtures__/prompt.ts';
import { outline } from './__fixtures__/translate.ts';
import { createMAIL } from './index.ts';

const prompt = [user('go')];
const modelOf = ({ url: baseUrl }: Playback) => createMAIL({ baseUrl })('team');

async function read(
  playback: Playback,
  options: Partial<LanguageModelV3CallOptions> = {},
): Promise<LanguageModelV3StreamPart[]> {
  const { stream: parts } = await modelOf(playback).doStream({ prompt, ...options });
  const all: LanguageModelV3StreamPart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

const words = 'boss/2/1/0';
const work = [
  begin,
  started,
  telling(thinks('boss'), 2),
  writes('boss/1/1/0', 'Hm.'),
  telling({ type: 'text_end', id: 'boss/1/1/0', retracted: false }),
  telling(calls('boss', 'send_request', 'c'), 3),
  telling({ type: 'usage', agent: 'boss', model: 'm', usage: { input_tokens: 10, output_tokens: 1 } }, 4),
  telling({ type: 'result', id: 'boss/1/c', status: 'success', content: 'message sent' }, 5),
  telling(answers('boss'), 6),
  writes(words, 'Hel'),
  writes(words, 'lo', 3),
  telling({ type: 'text_end', id: words, retracted: false }),
  ends('complete'),
];

describe('doStream', () => {
  it('gives the parts of an answer, in order', async () => {
    await using playback = await startPlayback(stream(work));
    const parts = await read(playback, { temperature: 1 });
    expect(findDisorder(parts)).toEqual([]);
    expect(parts[0]).toMatchObject({
      type: 'stream-start',
      warnings: [{ type: 'unsupported', feature: 'temperature' }],
    });
    expect(parts[1]).toMatchObject({ type: 'response-metadata', id: 'answer-1', modelId: 'team' });
    expect(outline(parts)).toEqual([
      'reasoning-1 of boss',
      'reasoning-1 + Hm.',
      'reasoning-1 ends',
      'within send_request boss/1/c {}',
      'result boss/1/c "message sent"',
      'text-2 of boss',
      'text-2 + Hel',
      'text-2 + lo',
      'text-2 ends',
      'finish stop complete',
    ]);
  });

  it('gives each part as soon as it is there', async () => {
    // Each is sent when what the one before it stands for has been read.
    const gates = new Map([4, 8, 10, 11].map((index) => [index, Promise.withResolvers<void>()]));
    const before = async (index: number): Promise<void> => gates.get(index)?.promise;
    await using playback = await startPlayback(stream(work, { last: 'wait', before }));
    const { stream: parts } = await modelOf(playback).doStream({ prompt });
    const seen: string[] = [];
    for await (const part of parts) {
      const name = part.type === 'text-delta' ? part.delta : part.type;
      const next = new Map([
        ['reasoning-delta', 4],
        ['tool-call', 8],
        ['Hel', 10],
        ['lo', 11],
      ]).get(name);
      if (next === undefined) continue;
      seen.push(name);
      gates.get(next)!.resolve();
    }
    expect(seen).toEqual(['reasoning-delta', 'tool-call', 'Hel', 'lo']);
  });

  it('tells what was sent and what came', async () => {
    await using playback = await startPlayback(stream(work));
    const { request, response, stream: parts } = await modelOf(playback).doStream({ prompt });
    expect(request?.body).toEqual(playback.requests[0]!.body);
    expect(response?.headers).toMatchObject({ 'content-type': 'text/event-stream' });
    await parts.cancel();
  });

  it('understands a plain MAIL server', async () => {
    const frames = [
      called('boss', 'send_request', 'c', { reasoning: 'Hm.' }),
      letter('boss', 'Hi'),
      completed('Hello'),
    ];
    await using playback = await startPlayback(stream(frames, { ours: false }));
    expect(outline(await read(playback))).toEqual([
      'reasoning-1 of boss',
      'reasoning-1 + Hm.',
      'reasoning-1 ends',
      'within send_request c {}',
      'result c "message sent"',
      'text-2 of undefined',
      'text-2 + Hello',
      'text-2 ends',
      'finish stop complete',
    ]);
    expect(playback.requests[0]!.body.stream).toBe('tellings');
  });

  it.each([2, 3, 4, 6, 8, 10, 11])('tells the same though the connection breaks after %i tellings', async (cut) => {
    const last = work.slice(0, cut).findLastIndex((frame) => frame.id !== undefined) + 1;
    // Text that was being written is told from its beginning by a server that is asked again.
    const again = [
      begin,
      ...work
        .slice(0, last)
        .filter(({ id }) => id === undefined)
        .slice(1),
      ...work.slice(last),
    ];
    await using playback = await startPlayback(stream(work.slice(0, cut), { last: 'cut' }), stream(again));
    await using whole = await startPlayback(stream(work));
    const pieces = (parts: LanguageModelV3StreamPart[]) =>
      outline(parts).map((line) => line.replace('+ Hello', '+ Hel'));
    expect(pieces(await read(playback))).toEqual(pieces(await read(whole)));
    expect(playback.lines()[1]!.replace(/&has=.*/, '')).toBe(
      `GET /tasks/${String(playback.requests[0]!.body.task_id)}/tellings?swarm=team&run=1&message_id=m&after=${work[last - 1]!.id}`,
    );
  });

  it('ends with an error when the task does', async () => {
    await using playback = await startPlayback(
      stream([begin, started, ends('error', { text: 'boom', code: 'stalled' })]),
    );
    expect(outline(await read(playback))).toEqual(['error boom', 'finish error stalled']);
  });

  it('ends with an error when the stream is lost', async () => {
    await using playback = await startPlayback(stream([letter('boss', 'Hi')], { ours: false, last: 'cut' }));
    const lines = outline(await read(playback));
    expect(lines).toEqual([expect.stringContaining('error The stream of task'), 'finish error stream_lost']);
  });

  it('reads only as fast as it is read', async () => {
    const many = Array.from({ length: 200 }, (_, index) => telling(calls('boss', 'add', `c${index}`), index + 2));
    await using playback = await startPlayback(stream([begin, started, ...many, ends('complete')]));
    const events: string[] = [];
    const model = createMAIL({ baseUrl: playback.url, onEvent: ({ event }) => events.push(event) })('team');
    const { stream: parts } = await model.doStream({ prompt });
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(events.length).toBeLessThan(5);
    await parts.cancel();
  });
});

describe('doGenerate', () => {
  it('gives what doStream gives, in the same order', async () => {
    await using streaming = await startPlayback(stream(work));
    await using whole = await startPlayback(stream(work));
    const parts = await read(streaming);
    const { content, ...rest } = await modelOf(whole).doGenerate({ prompt });
    const inStream = parts.flatMap((part) =>
      part.type === 'text-start' || part.type === 'reasoning-start'
        ? [part.type.replace('-start', '')]
        : /^tool-(call|result)$/.test(part.type)
          ? [part.type]
          : [],
    );
    expect(content.map((part) => part.type)).toEqual(inStream);
    expect(content.at(-1)).toMatchObject({ type: 'text', text: 'Hello' });
    expect(rest).toMatchObject({
      finishReason: { unified: 'stop', raw: 'complete' },
      usage: { inputTokens: { total: 10 }, outputTokens: { total: 1 } },
      warnings: [],
      request: { body: whole.requests[0]!.body },
      response: { id: 'answer-1', modelId: 'team', headers: { 'content-type': 'text/event-stream' } },
    });
  });

  it.each(['__proto__', 'constructor'])('counts what an agent called %s has used', async (agent) => {
    const used = telling({ type: 'usage', agent, model: 'm', usage: { input_tokens: 10, output_tokens: 1 } }, 4);
    await using playback = await startPlayback(stream([begin, used, used, ends('complete')]));
    const { usage, providerMetadata } = await modelOf(playback).doGenerate({ prompt });
    expect(usage).toMatchObject({ inputTokens: { total: 20 }, outputTokens: { total: 2 } });
    expect(Object.entries(providerMetadata!.mail!.usage!)).toEqual([[agent, { inputTokens: 20, outputTokens: 2 }]]);
  });

  it('rejects when the task fails', async () => {
    await using playback = await startPlayback(stream([ends('error', { text: 'boom', code: 'stalled' })]));
    await expect(modelOf(playback).doGenerate({ prompt })).rejects.toMatchObject({ message: 'boom', code: 'stalled' });
  });
});

describe('a call that is not taken', () => {
  it.each([
    ['a wrong token', json(401, { detail: 'no API key provided', code: 'unauthenticated' }), 401, false],
    ['too many', json(429, { detail: 'slowly', code: 'rate_limited' }), 429, true],
    ['an accident', json(500, { detail: 'oops' }), 500, false],
    ['no answer', hangUp, undefined, false],
  ])('rejects, and says whether it may be repeated: %s', async (_, reply, statusCode, isRetryable) => {
    await using playback = await startPlayback(reply);
    await expect(modelOf(playback).doStream({ prompt })).rejects.toMatchObject({
      name: 'AI_APICallError',
      isRetryable,
      ...(statusCode === undefined ? {} : { statusCode }),
    });
  });

  it('is the same task and the same message when it is repeated', async () => {
    await using playback = await startPlayback(
      json(503, { detail: 'soon', code: 'unavailable' }),
      stream([completed('x')]),
    );
    const model = modelOf(playback);
    await expect(model.doStream({ prompt })).rejects.toThrow('soon');
    await model.doGenerate({ prompt });
    const [first, second] = playback.requests;
    expect(second!.body).toEqual(first!.body);
    expect(second!.headers['idempotency-key']).toBe(first!.headers['idempotency-key']);
  });

  it('is another one when it was not a repetition', async () => {
    await using playback = await startPlayback(stream([completed('x')]), stream([completed('x')]));
    const model = modelOf(playback);
    await model.doGenerate({ prompt });
    await model.doGenerate({ prompt });
    const [first, second] = playback.requests;
    expect(second!.body.task_id).not.toBe(first!.body.task_id);
    expect(second!.headers['idempotency-key']).not.toBe(first!.headers['idempotency-key']);
  });
});

describe('a server that has forgotten the task', () => {
  const history = [user('Hi'), assistant(text('Hello.', { taskId: 'old' })), user('go')];

  it('is told everything anew', async () => {
    const forgotten = ends('error', { text: "task 'old' not found", code: 'task_not_found' });
    await using playback = await startPlayback(stream([forgotten]), stream(work));
    expect(outline(await read(playback, { prompt: history })).at(-1)).toBe('finish stop complete');
    const [first, second] = playback.requests;
    expect(first!.body).toMatchObject({ task_id: 'old', body: 'go', resume_from: 'user_response' });
    expect(second!.body.task_id).not.toBe('old');
    expect(second!.body.body).toContain('Hello.');
  });

  it('is left alone when the caller insists on the task', async () => {
    await using playback = await startPlayback(stream([ends('error', { text: 'not found', code: 'task_not_found' })]));
    const model = createMAIL({ baseUrl: playback.url })('team', { taskId: 'old', resumeFrom: 'user_response' });
    await expect(model.doGenerate({ prompt })).rejects.toMatchObject({ code: 'task_not_found' });
  });
});

describe('a run that is open already', () => {
  const tools = [{ type: 'function' as const, name: 'ask', inputSchema: { type: 'object' as const } }];
  const taken = json(409, { detail: 'in the middle of a run', code: 'task_running' });

  it('is joined without tools', async () => {
    await using playback = await startPlayback(taken, stream(work));
    const parts = await read(playback, { tools });
    expect(parts[0]).toMatchObject({ warnings: [{ type: 'other', message: expect.stringContaining('joined a run') }] });
    expect(playback.requests.map(({ body }) => 'tools' in body)).toEqual([true, false]);
  });

  it('is not joined when it says no for another reason', async () => {
    await using playback = await startPlayback(taken);
    await expect(read(playback)).rejects.toMatchObject({ statusCode: 409 });
    expect(playback.requests).toHaveLength(1);
  });

  it('gets results first, and words after them', async () => {
    await using playback = await startPlayback(stream([told('task_resumed')], { last: 'wait' }), stream(work));
    const asked = [
      assistant(call('a', { mark: {} })),
      tool(result('a', { type: 'text', value: 'yes' })),
      user('Quick!'),
    ];
    await read(playback, { prompt: [user('go'), ...asked], tools });
    expect(playback.requests.map(({ body }) => body.resume_from ?? body.body)).toEqual([
      'breakpoint_tool_call',
      'Quick!',
    ]);
    const keys = playback.requests.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(2);
  });
});

describe('abort', () => {
  const cancelled = (playback: Playback) => playback.lines().filter((line) => line.includes('/cancel'));

  it('before the call sends nothing', async () => {
    await using playback = await startPlayback();
    const abortSignal = AbortSignal.abort();
    await expect(modelOf(playback).doStream({ prompt, abortSignal })).rejects.toMatchObject({ name: 'AbortError' });
    expect(playback.requests).toEqual([]);
  });

  it('while the message is on its way lets it arrive, and then cancels it', async () => {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    await using playback = await startPlayback(async (response, request) => {
      await arrived;
      return stream([begin, started], { last: 'wait' })(response, request);
    });
    const controller = new AbortController();
    const answer = modelOf(playback).doStream({ prompt, abortSignal: controller.signal });
    await expect.poll(() => playback.requests.length).toBe(1);
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    expect(cancelled(playback)).toEqual([]);
    arrive();
    const taskId = String(playback.requests[0]!.body.task_id);
    await expect.poll(() => cancelled(playback)).toEqual([`POST /tasks/${taskId}/cancel?swarm=team`]);
  });

  it('does not wait for ever for a server that does not answer', async () => {
    await using playback = await startPlayback(keepSilent);
    const controller = new AbortController();
    const answer = modelOf(playback).doStream({ prompt, abortSignal: controller.signal });
    await expect.poll(() => playback.requests.length).toBe(1);
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    controller.abort();
    await expect(answer).rejects.toMatchObject({ name: 'AbortError' });
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await expect.poll(() => cancelled(playback)).toHaveLength(1);
  });

  it.each([0, 1, 4, 10])('after %i tellings cancels the run and ends the stream', async (count) => {
    await using playback = await startPlayback(stream(work.slice(0, count), { last: 'wait' }));
    const controller = new AbortController();
    const { stream: parts } = await modelOf(playback).doStream({ prompt, abortSignal: controller.signal });
    const reader = parts.getReader();
    await reader.read();
    setTimeout(() => controller.abort(new Error('enough')), 20);
    const drain = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    await expect(drain()).rejects.toMatchObject({ name: 'AbortError', message: 'enough' });
    await expect.poll(() => cancelled(playback)).toHaveLength(1);
  });

  it('while the connection is broken cancels the run, and stops trying', async () => {
    await using playback = await startPlayback(stream(work.slice(0, 2), { last: 'cut' }), hangUp, hangUp, hangUp);
    const controller = new AbortController();
    const { stream: parts } = await modelOf(playback).doStream({ prompt, abortSignal: controller.signal });
    const reader = parts.getReader();
    const drain = async (): Promise<void> => {
      while (!(await reader.read()).done);
    };
    const drained = drain().catch((error: unknown) => error);
    await expect.poll(() => playback.lines().filter((line) => line.startsWith('GET')).length).toBe(1);
    controller.abort();
    expect(await drained).toMatchObject({ name: 'AbortError' });
    await expect.poll(() => cancelled(playback)).toHaveLength(1);
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(playback.lines().filter((line) => line.startsWith('GET'))).toHaveLength(1);
  });

  it('while nobody reads cancels the run all the same', async () => {
    await using playback = await startPlayback(stream(work, { last: 'wait' }));
    const controller = new AbortController();
    await modelOf(playback).doStream({ prompt, abortSignal: controller.signal });
    controller.abort();
    await expect.poll(() => cancelled(playback)).toHaveLength(1);
  });

  it('because of a timeout stays a timeout', async () => {
    await using playback = await startPlayback(stream([begin, started], { last: 'wait' }));
    const abortSignal = AbortSignal.timeout(50);
    await expect(modelOf(playback).doGenerate({ prompt, abortSignal })).rejects.toMatchObject({ name: 'TimeoutError' });
    await expect.poll(() => cancelled(playback)).toHaveLength(1);
  });

  it.each([
    ['is complete', work],
    ['is paused', paused({ call_id: 'a', name: 'ask' })],
  ])('after the run %s cancels nothing', async (_, frames) => {
    await using playback = await startPlayback(stream(frames));
    const controller = new AbortController();
    await read(playback, { abortSignal: controller.signal });
    controller.abort();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(cancelled(playback)).toEqual([]);
  });

  it('is not the same as no longer reading', async () => {
    await using playback = await startPlayback(stream(work.slice(0, 2), { last: 'wait' }));
    const { signal } = new AbortController();
    const { stream: parts } = await modelOf(playback).doStream({ prompt, abortSignal: signal });
    await parts.cancel();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(cancelled(playback)).toEqual([]);
  });
});

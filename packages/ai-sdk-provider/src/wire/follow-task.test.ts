import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  answers,
  begin,
  called,
  calls,
  completed,
  ends,
  type Spoken,
  started,
  telling,
  toSSE,
  writes,
} from '../__fixtures__/frames.ts';
import { planOf } from '../__fixtures__/plan.ts';
import { hangUp, json, type Playback, startPlayback, stream } from '../__fixtures__/playback.ts';
import type { FetchedResponse } from '../platform.ts';
import { followTask } from './follow-task.ts';
import { mailServer } from './mail-server.ts';

const plan = planOf();
const { body } = plan;

async function follow(playback: Playback): Promise<string[]> {
  const server = mailServer({ baseUrl: playback.url, headers: {}, fetch: undefined });
  const { signal } = new AbortController();
  const response = await server.post(body, 'k', signal);
  const seen: string[] = [];
  for await (const { telling: told } of followTask({ server, plan, body, key: 'k', response, signal }))
    seen.push(told.type);
  return seen;
}

const used = { type: 'usage', agent: 'boss', model: 'm', usage: { input_tokens: 1, output_tokens: 1 } } as const;
const log = [started, telling(calls('boss', 'add', 'c'), 2), telling(used, 3), ends('complete')];
const all = ['start', 'call', 'usage', 'end'];

describe('followTask', () => {
  it('reads up to the telling that ends the stream', async () => {
    await using playback = await startPlayback(stream([begin, ...log, ...log], { last: 'wait' }));
    expect(await follow(playback)).toEqual(all);
  });

  it('goes on behind the last entry when the connection breaks', async () => {
    await using playback = await startPlayback(
      stream([begin, ...log.slice(0, 2), telling(answers('boss'), 2), writes('boss/2/1/0', 'x')], { last: 'cut' }),
      stream([begin, writes('boss/2/1/0', 'xy'), writes('boss/2/1/0', 'xy'), ...log.slice(2)]),
    );
    expect(await follow(playback)).toEqual(['start', 'call', 'text-start', 'text', 'text', 'usage', 'end']);
    expect(playback.lines()).toEqual([
      'POST /message',
      'GET /tasks/t/tellings?swarm=team&run=1&message_id=m&after=2&has=1/boss%2F2%2F1%2F0',
    ]);
  });

  it('goes on as well when the stream just ends', async () => {
    await using playback = await startPlayback(
      stream([begin, ...log.slice(0, 1)]),
      stream(log.slice(1, 3)),
      stream(log.slice(3)),
    );
    expect(await follow(playback)).toEqual(all);
    expect(playback.requests).toHaveLength(3);
  });

  it('posts once more, with the same key, when it was cut before the first entry', async () => {
    await using playback = await startPlayback(stream([], { last: 'cut' }), stream([begin, ...log]));
    expect(await follow(playback)).toHaveLength(4);
    expect(playback.lines()).toEqual(['POST /message', 'POST /message']);
    expect(playback.requests.map(({ headers }) => headers['idempotency-key'])).toEqual(['k', 'k']);
  });

  it.each([
    ['hangs up', hangUp],
    ['is starting', json(503, { detail: 'starting', code: 'unavailable' })],
  ])('tries again while the server %s', async (_name, reply) => {
    await using playback = await startPlayback(
      stream([begin, ...log.slice(0, 2)], { last: 'cut' }),
      reply,
      stream(log.slice(2)),
    );
    expect(await follow(playback)).toHaveLength(4);
  });

  it('does not post twice to a server that would take it for two messages', async () => {
    const frames = [called('boss', 'add', 'c'), completed('done')];
    await using playback = await startPlayback(stream(frames.slice(0, 1), { ours: false, last: 'cut' }));
    await expect(follow(playback)).rejects.toMatchObject({ name: 'MAIL_TaskError', code: 'stream_lost', taskId: 't' });
    expect(playback.requests).toHaveLength(1);
  });

  it('does not insist when the server says no', async () => {
    await using playback = await startPlayback(
      stream([begin, ...log.slice(0, 2)], { last: 'cut' }),
      json(404, { detail: 'no such task', code: 'task_not_found' }),
    );
    await expect(follow(playback)).rejects.toMatchObject({ name: 'AI_APICallError', statusCode: 404 });
  });
});

describe('followTask in the long run', () => {
  afterEach(() => void vi.useRealTimers());

  /** A response whose body comes from a list and then stays as it is. */
  const respond = (frames: readonly Spoken[], last: 'end' | 'wait' = 'end'): FetchedResponse => {
    const bytes = new TextEncoder().encode(frames.map(toSSE).join(''));
    const content = new ReadableStream<Uint8Array>({
      start(controller) {
        if (bytes.length > 0) controller.enqueue(bytes);
        if (last === 'end') controller.close();
      },
    });
    return new Response(content, { headers: { 'x-task-id': 't', 'content-type': 'text/event-stream' } });
  };

  const start = (responses: (() => FetchedResponse)[]) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let asked = 0;
    const fetch = async () => responses[Math.min(++asked, responses.length - 1)]!();
    const server = mailServer({ baseUrl: 'http://x', headers: {}, fetch });
    const { signal } = new AbortController();
    const frames = followTask({ server, plan, body, key: 'k', response: responses[0]!(), signal });
    return { frames, asked: () => asked };
  };

  it('gives up on a server that brings nothing any more', async () => {
    const { frames, asked } = start([() => respond([begin, ...log.slice(0, 1)]), () => respond([])]);
    await frames.next();
    const lost = frames.next().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await lost).toMatchObject({ code: 'stream_lost' });
    expect(asked()).toBe(5);
  });

  it('notices that a connection is dead though nobody closed it', async () => {
    const { frames } = start([() => respond([begin, ...log.slice(0, 1)], 'wait'), () => respond(log.slice(1))]);
    await frames.next();
    const next = frames.next();
    await vi.advanceTimersByTimeAsync(50_000);
    expect((await next).value).toMatchObject({ telling: { type: 'call' } });
  });

  it('gives up on a stream that cannot be read', async () => {
    const broken = () => new Response('event: telling\ndata: {\n\n', { headers: { 'x-task-id': 't' } });
    const { frames } = start([broken]);
    const lost = frames.next().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(String(await lost)).toMatch(/ended before the task did: .*JSON/);
  });
});

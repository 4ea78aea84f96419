import { describe, expect, test } from 'vitest';
import { drain } from '../__fixtures__/caught.ts';
import { closedURL, type Play, PlayServer, sendJSON, startSSE } from '../__fixtures__/play-server.ts';
import {
  END,
  eventsAfter,
  eventsUpTo,
  PAUSE,
  ping,
  toNames,
  toText,
  type WireEvent,
  withoutIds,
} from '../__fixtures__/recorded.ts';
import { end, memoryOfError } from '../__fixtures__/wire-events.ts';
import { createClient, type MessageStreamOptions } from '../index.ts';

const info = {
  name: 'mail',
  protocol_version: '1.3',
  swarm: { name: 'harbour', version: '1', entrypoint: 'clerk' },
  status: 'running',
  uptime: 1,
};
const quick = { firstWaitMs: 2, mostWaitMs: 10 };

/** The run of a message that is answered, and what a server sends of it that gives no ids. */
const RUN = eventsAfter(END);
const ALL = toNames(RUN);
const FIRST = RUN[0]!.id!;
const plain = withoutIds(RUN);
const begun = plain.slice(0, 2);

const whole =
  (...events: WireEvent[]): Play =>
  (_, response) =>
    startSSE(response).end(toText(...events));
const broken =
  (events: WireEvent[], headers: Record<string, string> = {}): Play =>
  (_, response) => {
    startSSE(response, headers).write(toText(...events));
    setTimeout(() => response.destroy(), 10);
  };
const gone: Play = (_, response) => response.destroy();

/** What a server answers to its paths, one after the other. */
function serving(plays: { about?: object; posts: Play[]; events?: Play[] }): Play {
  return (request, response) => {
    if (request.path === '/') return sendJSON(response, plays.about ?? info);
    const list = request.method === 'POST' ? plays.posts : (plays.events ?? []);
    const play = list.shift();
    if (play === undefined) throw new Error(`nobody expected ${request.method} ${request.path}`);
    return play(request, response);
  };
}
const ours = { ...info, features: ['idempotency-key', 'event-ids'] };

async function post(server: PlayServer, options: MessageStreamOptions = {}) {
  const client = createClient({ baseURL: server.url, streams: quick });
  const stream = client.postMessageStream({ body: 'b', swarm: 'annex' }, options);
  const { items, error } = await drain(stream);
  return { names: toNames(items), error, taskId: stream.taskId, asked: server.asked };
}

describe('the stream of a message', () => {
  test('the stream of a message is posted with a key and a task id of the client', async () => {
    await using server = await PlayServer.start(whole(ping, ...RUN));
    const { names: seen, taskId, error } = await post(server);
    expect([seen, error]).toEqual([ALL, undefined]);
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: '/message',
      headers: {
        accept: 'text/event-stream',
        'content-type': 'application/json',
        'idempotency-key': expect.stringMatching(/.{36}/),
      },
      body: { body: 'b', task_id: taskId, stream: true, swarm: 'annex', kwargs: {} },
    });
  });

  test('uses the task id and the key of the caller', async () => {
    await using server = await PlayServer.start(whole(...RUN));
    const client = createClient({ baseURL: server.url });
    const stream = client.postMessageStream({ body: 'b', taskId: 'mine' }, { idempotencyKey: 'key' });
    await drain(stream);
    expect(stream.taskId).toBe('mine');
    expect(server.requests[0]).toMatchObject({ headers: { 'idempotency-key': 'key' }, body: { task_id: 'mine' } });
  });

  test('a refused message is not posted again', async () => {
    await using server = await PlayServer.start((_, response) =>
      sendJSON(response, { detail: 'no message provided' }, 400),
    );
    expect((await post(server)).error).toMatchObject({ message: 'no message provided', status: 400 });
    expect(server.requests).toHaveLength(1);
  });
});

describe('a cut in a stream with ids', () => {
  test('a stream with ids is continued after a cut by the stream of the task, from the newest id', async () => {
    await using server = await PlayServer.start(
      serving({
        posts: [broken(RUN.slice(0, 1))],
        events: [broken(RUN.slice(1, 2)), whole(...RUN.slice(2))],
      }),
    );
    const { names: seen, asked, taskId, error } = await post(server);
    expect([seen, error]).toEqual([ALL, undefined]);
    expect(asked).toEqual(['POST /message', `GET /tasks/${taskId}/events`, `GET /tasks/${taskId}/events`]);
    expect(server.requests.slice(1).map(({ query }) => query)).toEqual([
      { after: FIRST, swarm: 'annex' },
      { after: RUN[1]!.id, swarm: 'annex' },
    ]);
  });

  test('a cut before any id makes the client post again with the same key', async () => {
    await using server = await PlayServer.start(
      serving({
        about: ours,
        posts: [broken([], { 'X-Task-Id': 't' }), gone, whole(...RUN)],
      }),
    );
    const { names: seen, asked } = await post(server);
    expect(seen).toEqual(ALL);
    expect(asked).toEqual(['POST /message', 'GET /', 'POST /message', 'POST /message']);
    const keys = server.requests
      .filter(({ method }) => method === 'POST')
      .map(({ headers }) => headers['idempotency-key']);
    expect(new Set(keys).size).toBe(1);
  });

  test('a cut at a pause is the end', async () => {
    const events = eventsUpTo(PAUSE);
    await using server = await PlayServer.start(serving({ posts: [broken(events)] }));
    expect(await post(server)).toMatchObject({ names: toNames(events), error: undefined });
  });

  test('a cut after an end that is not in the log is the end', async () => {
    const late = end('The task timed out.', undefined, 'error');
    await using server = await PlayServer.start(serving({ posts: [broken([RUN[0]!, late])] }));
    expect(await post(server)).toMatchObject({ names: [FIRST, 'task_error'], error: undefined });
  });

  test('a cut is the end if the task does not exist', async () => {
    await using server = await PlayServer.start(
      serving({
        posts: [
          (_, response) =>
            startSSE(response, { 'X-Task-Id': 't' }).end(toText(end('task not found', undefined, 'error'))),
        ],
      }),
    );
    expect(await post(server)).toMatchObject({ names: ['task_error'], error: undefined });
  });
});

describe('a cut in a stream without ids', () => {
  test('a cut in a stream without ids is an error, as the stream cannot be continued', async () => {
    await using server = await PlayServer.start(serving({ posts: [broken(begun)] }));
    const { names: seen, error, asked } = await post(server);
    expect(seen).toEqual(toNames(begun));
    expect(error).toMatchObject({
      code: 'stream_cut',
      message: expect.stringContaining('it cannot be continued because the events of this server have no ids'),
      cause: { code: 'server_unreachable' },
    });
    expect(asked).toEqual(['POST /message']);
  });

  test('a clean end of the connection before the end of the run is a cut', async () => {
    await using server = await PlayServer.start(serving({ posts: [whole(...begun, memoryOfError)] }));
    expect((await post(server)).error).toMatchObject({ code: 'stream_cut', cause: { code: 'stream_cut' } });
  });

  test('a silence that is too long is a cut', async () => {
    await using server = await PlayServer.start(
      serving({ posts: [(_, response) => startSSE(response).write(toText(...begun))] }),
    );
    expect((await post(server, { idleMs: 40 })).error).toMatchObject({
      code: 'stream_cut',
      cause: { code: 'server_silent' },
    });
  });

  test('a cut before any frame is not followed by another post, as the message may have arrived', async () => {
    for (const play of [gone, broken([]), whole()]) {
      await using server = await PlayServer.start(serving({ posts: [play] }));
      const { error, asked } = await post(server);
      expect(error).toMatchObject({
        code: 'stream_cut',
        message: expect.stringContaining('may have arrived, and it is not sent again'),
      });
      expect(asked).toEqual(['POST /message', 'GET /']);
    }
  });

  test('a cut after the end of the run is no error', async () => {
    await using server = await PlayServer.start(serving({ posts: [broken([memoryOfError, ...plain])] }));
    expect(await post(server)).toMatchObject({ names: ['task_error', ...toNames(plain)], error: undefined });
  });

  test('a cut is not waited for after the end of the run', async () => {
    await using server = await PlayServer.start((_, response) => startSSE(response).write(toText(...plain, ...begun)));
    expect(await post(server)).toMatchObject({ names: toNames(plain), error: undefined });
    await server.requests[0]!.closed;
  });
});

describe('posting to a server in trouble', () => {
  test('a post is repeated when a busy server says so', async () => {
    const busy: Play = (_, response) => sendJSON(response, { detail: 'slow down' }, 429, { 'Retry-After': '0.1' });
    await using server = await PlayServer.start(serving({ posts: [busy, whole(...RUN)] }));
    const began = Date.now();
    expect(await post(server)).toMatchObject({ names: ALL, asked: ['POST /message', 'POST /message'] });
    expect(Date.now() - began).toBeGreaterThanOrEqual(100);
  });

  test('fails with the first reason if the server does not exist', async () => {
    const client = createClient({ baseURL: await closedURL(), streams: quick });
    const { error } = await drain(client.postMessageStream({ body: 'b' }));
    expect(error).toMatchObject({ code: 'server_unreachable', request: 'POST /message' });
  });

  test('fails after the time limit if the server never answers', async () => {
    await using server = await PlayServer.start(() => undefined);
    expect((await post(server, { timeoutMs: 30 })).error).toMatchObject({ code: 'server_silent' });
  });
});

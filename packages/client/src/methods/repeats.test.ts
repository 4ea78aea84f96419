import type { ServerResponse } from 'node:http';
import { describe, expect, test } from 'vitest';
import { caught } from '../__fixtures__/caught.ts';
import { type Play, type PlayedRequest, PlayServer, sendJSON } from '../__fixtures__/play-server.ts';
import { createClient } from '../index.ts';

const info = {
  name: 'mail',
  protocol_version: '1.3',
  swarm: { name: 'harbour', version: '1', entrypoint: 'clerk' },
  status: 'running',
  uptime: 1,
};
const withKeys = { ...info, features: ['idempotency-key'] };
const answer = { response: 'r', events: null };

/** Fails so many times, then answers. `GET /` tells what the server can do. */
function flaky(about: unknown, failures: ((response: ServerResponse) => void)[], good: unknown = answer): Play {
  return ({ path }, response) => {
    if (path === '/') return sendJSON(response, about);
    const fail = failures.shift();
    return fail === undefined ? sendJSON(response, good) : fail(response);
  };
}

const broken = (response: ServerResponse) => void response.destroy();
const refused = (status: number, after?: string) => (response: ServerResponse) =>
  sendJSON(response, { detail: 'busy' }, status, after === undefined ? {} : { 'Retry-After': after });
const posts = ({ requests }: PlayServer): PlayedRequest[] => requests.filter(({ method }) => method === 'POST');

describe('posting a message', () => {
  test.each([
    ['the connection broke', broken],
    ['the server was draining', refused(503)],
    ['a proxy had lost the server', refused(502)],
  ])('a post is repeated with the same key when %s', async (_, failure) => {
    await using server = await PlayServer.start(flaky(withKeys, [failure]));
    const { taskId } = await createClient({ baseURL: server.url }).postMessage({ body: 'b' });
    const [first, second] = posts(server);
    expect(posts(server)).toHaveLength(2);
    expect(second?.headers['idempotency-key']).toBe(first?.headers['idempotency-key']);
    expect(first?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(second?.body).toEqual(first?.body);
    expect(first?.body).toMatchObject({ task_id: taskId });
  });

  test('a post is not repeated for a server without idempotency keys', async () => {
    await using server = await PlayServer.start(flaky(info, [broken]));
    expect(await caught(createClient({ baseURL: server.url }).postMessage({ body: 'b' }))).toMatchObject({
      code: 'server_unreachable',
      request: 'POST /message',
    });
    expect(server.asked).toEqual(['POST /message', 'GET /']);
  });

  test('a post is not repeated for a server that does not describe itself', async () => {
    await using server = await PlayServer.start(({ path }, response) =>
      path === '/' ? sendJSON(response, { detail: 'Not Found' }, 404) : broken(response),
    );
    expect(await caught(createClient({ baseURL: server.url }).postMessage({ body: 'b' }))).toMatchObject({
      code: 'server_unreachable',
    });
    expect(posts(server)).toHaveLength(1);
  });

  test('a post is repeated for any server that refused it with 429', async () => {
    await using server = await PlayServer.start(flaky(info, [refused(429, '0')]));
    expect(await createClient({ baseURL: server.url }).postMessage({ body: 'b' })).toMatchObject(answer);
    expect(server.asked).toEqual(['POST /message', 'POST /message']);
  });

  test('keeps the key of the caller', async () => {
    await using server = await PlayServer.start(flaky(withKeys, []));
    await createClient({ baseURL: server.url }).postMessage({ body: 'b' }, { idempotencyKey: 'mine' });
    expect(posts(server)[0]?.headers['idempotency-key']).toBe('mine');
  });

  test('each posted message has its own key and task', async () => {
    await using server = await PlayServer.start(flaky(withKeys, []));
    const client = createClient({ baseURL: server.url });
    const [one, two] = await Promise.all([client.postMessage({ body: 'b' }), client.postMessage({ body: 'b' })]);
    const [first, second] = posts(server);
    expect(one.taskId).not.toBe(two.taskId);
    expect(first?.headers['idempotency-key']).not.toBe(second?.headers['idempotency-key']);
  });

  test('a post is given up after some attempts', async () => {
    await using server = await PlayServer.start(flaky(withKeys, [broken, broken, broken, broken]));
    expect(await caught(createClient({ baseURL: server.url, retries: 1 }).postMessage({ body: 'b' }))).toMatchObject({
      code: 'server_unreachable',
    });
    expect(posts(server)).toHaveLength(2);
  });

  test('an invalid post is not repeated', async () => {
    await using server = await PlayServer.start(flaky(withKeys, [refused(400)]));
    expect(await caught(createClient({ baseURL: server.url }).postMessage({ body: 'b' }))).toMatchObject({
      status: 400,
    });
    expect(server.requests).toHaveLength(1);
  });
});

test('results for a paused task are repeated with the same key', async () => {
  await using server = await PlayServer.start(flaky(withKeys, [broken]));
  await createClient({ baseURL: server.url }).resume('t', 'yes');
  const keys = posts(server).map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('the features of the server are requested once', async () => {
  await using server = await PlayServer.start(flaky(withKeys, [broken, refused(503)]));
  const client = createClient({ baseURL: server.url });
  await client.postMessage({ body: 'b' });
  await client.postMessage({ body: 'b' });
  expect(server.asked.filter((asked) => asked === 'GET /')).toHaveLength(1);
});

describe('a read request', () => {
  test('a read request is repeated, for any server', async () => {
    await using server = await PlayServer.start(flaky(info, [broken, refused(503)], { id: 'ada', role: 'user' }));
    expect(await createClient({ baseURL: server.url }).whoami()).toMatchObject({ id: 'ada' });
    expect(server.asked).toEqual(['GET /whoami', 'GET /whoami', 'GET /whoami']);
  });

  test('a read request is not repeated if it asks for the current state', async () => {
    await using server = await PlayServer.start((_, response) => refused(503)(response));
    const client = createClient({ baseURL: server.url });
    for (const ask of [client.ping, client.getHealth]) expect(await caught(ask())).toMatchObject({ status: 503 });
    expect(server.requests).toHaveLength(2);
  });
});

test('a request that could act twice is not repeated', async () => {
  await using server = await PlayServer.start((_, response) => refused(503)(response));
  const client = createClient({ baseURL: server.url, token: 't' });
  const calls = [
    client.updateHealth('x'),
    client.registerSwarm({ name: 'a', baseURL: 'http://a' }),
    client.loadSwarm({}),
    client.sendInterswarmMessage({ targets: ['a@b'], body: 'b' }),
    client.responses({ input: [], tools: [] }),
  ];
  for (const error of await Promise.all(calls.map(caught))) expect(error).toMatchObject({ status: 503 });
  expect(server.requests).toHaveLength(calls.length);
});

test('a cancel is repeated, as two are the same as one', async () => {
  await using server = await PlayServer.start(flaky(info, [broken], { task_id: 't', status: 'cancelled' }));
  expect(await createClient({ baseURL: server.url }).cancel('t')).toEqual({ taskId: 't', status: 'cancelled' });
  expect(posts(server)).toHaveLength(2);
});

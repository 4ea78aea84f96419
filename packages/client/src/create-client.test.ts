import { describe, expect, test } from 'vitest';
import { caught } from './__fixtures__/caught.ts';
import { closedURL, PlayServer, sendJSON } from './__fixtures__/play-server.ts';
import { createClient, type MAILClient, RequestError } from './index.ts';

const info = {
  name: 'mail',
  protocol_version: '1.3',
  swarm: { name: 'harbour', version: '1', description: null, entrypoint: 'clerk' },
  status: 'running',
  uptime: 1,
};
const health = { status: 'healthy', swarm_name: 'harbour', timestamp: 't' };
const record = {
  task_id: 't/1 ü',
  task_owner: 'user:ada@harbour',
  task_contributors: [],
  start_time: 's',
  events: [],
  is_running: false,
  task_message_queue: [],
  remote_swarms: [],
  completed: true,
  title: null,
};
const changed = { status: 'success', swarm_name: 'harbour' };
const interswarmResponse = {
  id: 'm',
  timestamp: 't',
  msg_type: 'response',
  message: {
    task_id: 't',
    request_id: 'r',
    sender: { address_type: 'agent', address: 'boss@annex' },
    recipient: { address_type: 'user', address: 'ada' },
    subject: 's',
    body: 'b',
  },
};
const post = { subject: 'Hi', body: 'b', entrypoint: 'clerk', showEvents: true, kwargs: { maxSteps: 3 } };

type Case = {
  name: string;
  call: (client: MAILClient) => Promise<unknown>;
  asks: string;
  query?: object;
  body?: object;
  answer: unknown;
  gives: unknown;
};

const cases: Case[] = [
  { name: 'ping', call: (c) => c.ping(), asks: 'GET /', answer: info, gives: { protocolVersion: '1.3', uptime: 1 } },
  {
    name: 'ping of one swarm',
    call: (c) => c.ping({ swarm: 'annex' }),
    asks: 'GET /',
    query: { swarm: 'annex' },
    answer: info,
    gives: { name: 'mail' },
  },
  {
    name: 'getHealth',
    call: (c) => c.getHealth(),
    asks: 'GET /health',
    answer: health,
    gives: { swarmName: 'harbour' },
  },
  {
    name: 'updateHealth',
    call: (c) => c.updateHealth('tired'),
    asks: 'POST /health',
    body: { status: 'tired' },
    answer: health,
    gives: { status: 'healthy' },
  },
  { name: 'isLive', call: (c) => c.isLive(), asks: 'GET /health/live', answer: {}, gives: true },
  { name: 'isReady', call: (c) => c.isReady(), asks: 'GET /health/ready', answer: {}, gives: true },
  {
    name: 'whoami',
    call: (c) => c.whoami(),
    asks: 'GET /whoami',
    answer: { username: 'ada', role: 'user' },
    gives: { id: 'ada' },
  },
  {
    name: 'status',
    call: (c) => c.status(),
    asks: 'GET /status',
    answer: { swarm: { name: 'h', status: 'ready' }, active_users: 2, user_mail_ready: true, user_task_running: false },
    gives: { activeUsers: 2 },
  },
  {
    name: 'getAgents',
    call: (c) => c.getAgents({ swarm: 'annex' }),
    asks: 'GET /ui/agents',
    query: { swarm: 'annex' },
    answer: { agents: [], entrypoint: 'clerk' },
    gives: { entrypoint: 'clerk' },
  },
  {
    name: 'openapi',
    call: (c) => c.openapi(),
    asks: 'GET /openapi.json',
    answer: { a_b: [null] },
    gives: { a_b: [null] },
  },
  {
    name: 'postMessage',
    call: (c) => c.postMessage({ ...post, taskId: 'mine' }),
    asks: 'POST /message',
    body: {
      subject: 'Hi',
      body: 'b',
      entrypoint: 'clerk',
      show_events: true,
      kwargs: { max_steps: 3 },
      task_id: 'mine',
      stream: false,
    },
    answer: { response: 'r', events: null, status: 'complete' },
    gives: { response: 'r', events: null, status: 'complete', taskId: 'mine' },
  },
  {
    name: 'resume',
    call: (c) => c.resume('t/1', [{ callId: 'c', content: { yes_no: true } }], { swarm: 'annex' }),
    asks: 'POST /tasks/t/1/resume',
    query: { swarm: 'annex' },
    body: { results: [{ call_id: 'c', content: { yes_no: true } }] },
    answer: { response: 'r', events: null },
    gives: { response: 'r', taskId: 't/1' },
  },
  {
    name: 'resume with a text',
    call: (c) => c.resume('t', 'yes'),
    asks: 'POST /tasks/t/resume',
    body: { results: 'yes' },
    answer: { response: 'r', events: null },
    gives: { response: 'r' },
  },
  {
    name: 'getTasks',
    call: (c) => c.getTasks({ swarm: 'annex' }),
    asks: 'GET /tasks',
    query: { swarm: 'annex' },
    answer: { x: record },
    gives: { x: { taskOwner: 'user:ada@harbour' } },
  },
  {
    name: 'getTask',
    call: (c) => c.getTask('t/1 ü'),
    asks: 'GET /tasks/t/1 ü',
    answer: record,
    gives: { taskId: 't/1 ü', title: null },
  },
  {
    name: 'cancel',
    call: (c) => c.cancel('t'),
    asks: 'POST /tasks/t/cancel',
    answer: { task_id: 't', status: 'cancelled' },
    gives: { taskId: 't', status: 'cancelled' },
  },
  { name: 'getSwarms', call: (c) => c.getSwarms(), asks: 'GET /swarms', answer: { swarms: [] }, gives: { swarms: [] } },
  {
    name: 'registerSwarm',
    call: (c) =>
      c.registerSwarm({ name: 'annex', baseURL: 'http://a', authToken: 'x', volatile: true, metadata: { a_b: 1 } }),
    asks: 'POST /swarms',
    body: { name: 'annex', base_url: 'http://a', auth_token: 'x', volatile: true, metadata: { a_b: 1 } },
    answer: { status: 'registered', swarm_name: 'annex' },
    gives: { swarmName: 'annex' },
  },
  {
    name: 'dumpSwarm',
    call: (c) => c.dumpSwarm(),
    asks: 'GET /swarms/dump',
    answer: changed,
    gives: { status: 'success' },
  },
  {
    name: 'loadSwarm',
    call: (c) => c.loadSwarm({ name: 'x' }),
    asks: 'POST /swarms/load',
    body: { json: '{"name":"x"}' },
    answer: changed,
    gives: { swarmName: 'harbour' },
  },
  {
    name: 'loadSwarm from text',
    call: (c) => c.loadSwarm('{ }'),
    asks: 'POST /swarms/load',
    body: { json: '{ }' },
    answer: changed,
    gives: { status: 'success' },
  },
  {
    name: 'sendInterswarmMessage',
    call: (c) => c.sendInterswarmMessage({ targets: ['boss@annex'], body: 'b', ignoreStreamPings: true }),
    asks: 'POST /interswarm/message',
    body: { targets: ['boss@annex'], body: 'b', ignore_stream_pings: true, user_token: 'secret' },
    answer: { response: interswarmResponse, events: null },
    gives: { response: { msgType: 'response' } },
  },
  {
    name: 'responses, wrapped in a string',
    call: (c) => c.responses({ input: [1], tools: [], previousResponseId: 'p' }),
    asks: 'POST /responses',
    body: { input: [1], tools: [], previous_response_id: 'p' },
    answer: JSON.stringify({ id: 'p', object: 'response' }),
    gives: { id: 'p' },
  },
  {
    name: 'responses, as an object',
    call: (c) => c.responses({ input: [], tools: [] }),
    asks: 'POST /responses',
    body: { input: [], tools: [] },
    answer: { id: 'p' },
    gives: { id: 'p' },
  },
];

describe('every method of the client', () => {
  test.each(cases)('$name asks $asks and reads the answer', async ({ call, asks, query = {}, body, answer, gives }) => {
    await using server = await PlayServer.start((_, response) => sendJSON(response, answer));
    const client = createClient({ baseURL: server.url, token: 'secret', headers: { 'X-Team': 'blue' } });
    const given = await call(client);
    expect({ given }).toMatchObject({ given: gives });
    expect(server.asked).toEqual([asks]);
    const [request] = server.requests;
    expect(request).toMatchObject({
      query,
      headers: { authorization: 'Bearer secret', 'x-team': 'blue', accept: 'application/json' },
    });
    expect(request?.body).toEqual(body);
  });

  test.each(cases)('$name gives the error message of the server when it refuses', async ({ call }) => {
    await using server = await PlayServer.start((_, response) =>
      sendJSON(response, { detail: 'not today', code: 'too_large' }, 413),
    );
    const error = await caught(call(createClient({ baseURL: server.url, token: 'secret' })));
    expect(error).toBeInstanceOf(RequestError);
    expect(error).toMatchObject({ message: 'not today', code: 'too_large', status: 413 });
  });

  test.each(cases)('$name ends when the caller aborts', async ({ call }) => {
    await using server = await PlayServer.start(() => undefined);
    const leaving = new AbortController();
    const client = createClient({ baseURL: server.url, token: 'secret' });
    // Every method takes its options last.
    const patched = new Proxy(client, {
      get:
        (target, name: keyof MAILClient) =>
        (...given: unknown[]) =>
          (target[name] as (...all: unknown[]) => unknown)(...withSignal(name, given, leaving.signal)),
    });
    const outcome = caught(call(patched));
    await expect.poll(() => server.requests.length).toBe(1);
    leaving.abort(new Error('left'));
    expect(await outcome).toEqual(new Error('left'));
    await server.requests[0]!.closed;
  });
});

/** How many things a method takes before its options. */
const LEADING: Partial<Record<keyof MAILClient, number>> = {
  updateHealth: 1,
  postMessage: 1,
  resume: 2,
  getTask: 1,
  cancel: 1,
  registerSwarm: 1,
  loadSwarm: 1,
  sendInterswarmMessage: 1,
  responses: 1,
};

function withSignal(name: keyof MAILClient, given: unknown[], signal: AbortSignal): unknown[] {
  const leading = LEADING[name] ?? 0;
  return [...given.slice(0, leading), { ...(given[leading] as object | undefined), signal }];
}

describe('health', () => {
  test('health reports a draining server as live and not ready', async () => {
    await using server = await PlayServer.start(({ path }, response) =>
      sendJSON(response, {}, path === '/health/ready' ? 503 : 200),
    );
    const client = createClient({ baseURL: server.url });
    expect([await client.isLive(), await client.isReady()]).toEqual([true, false]);
    expect(server.requests).toHaveLength(2);
  });

  test('health fails for a server that does not answer', async () => {
    expect(await caught(createClient({ baseURL: await closedURL() }).isLive())).toMatchObject({
      code: 'server_unreachable',
    });
  });
});

describe('login', () => {
  test('uses a valid token from then on', async () => {
    await using server = await PlayServer.start((_, response) => sendJSON(response, { id: 'ada', role: 'admin' }));
    const client = createClient({ baseURL: server.url, token: 'old' });
    expect(await client.login('new')).toEqual({ id: 'ada', role: 'admin' });
    await client.whoami();
    expect(server.requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer new', 'Bearer new']);
  });

  test('keeps the old token when the new one is invalid', async () => {
    await using server = await PlayServer.start(({ headers }, response) =>
      headers.authorization === 'Bearer old'
        ? sendJSON(response, { id: 'ada', role: 'user' })
        : sendJSON(response, { detail: 'invalid API key' }, 401),
    );
    const client = createClient({ baseURL: server.url, token: 'old' });
    expect(await caught(client.login('new'))).toMatchObject({ code: 'unauthenticated', message: 'invalid API key' });
    expect(await client.whoami()).toEqual({ id: 'ada', role: 'user' });
  });

  test('login does not show a token that cannot be in a header', async () => {
    const error = await caught(createClient({ baseURL: 'http://127.0.0.1:1' }).login('sec\nret'));
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(String(error)).not.toMatch(/sec|ret/);
  });
});

describe('getting a task', () => {
  test('a task is looked up in the list of a server that has no path for it', async () => {
    await using server = await PlayServer.start(({ path }, response) =>
      path === '/tasks' ? sendJSON(response, { 'task-1': record }) : sendJSON(response, { detail: 'Not Found' }, 404),
    );
    const client = createClient({ baseURL: server.url });
    expect(await client.getTask('task-1')).toMatchObject({ completed: true });
    expect(await caught(client.getTask('task-2'))).toMatchObject({
      code: 'task_not_found',
      message: "task 'task-2' not found",
    });
  });

  test('getTask does not look elsewhere if a Posthouse server does not find the task', async () => {
    const refusal = { detail: "task 'x' not found", code: 'task_not_found' };
    await using server = await PlayServer.start((_, response) => sendJSON(response, refusal, 404));
    expect(await caught(createClient({ baseURL: server.url }).getTask('x'))).toMatchObject({ code: 'task_not_found' });
    expect(server.asked).toEqual(['GET /tasks/x']);
  });
});

test('a message to other swarms needs a token', async () => {
  const client = createClient({ baseURL: 'http://127.0.0.1:1' });
  expect(await caught(client.sendInterswarmMessage({ targets: ['a@b'], body: 'b' }))).toMatchObject({
    code: 'unauthenticated',
  });
});

test('a request that the protocol forbids is not sent', async () => {
  await using server = await PlayServer.start((_, response) => sendJSON(response, {}));
  const client = createClient({ baseURL: server.url });
  expect(await caught(client.postMessage({ body: 7 as never }))).toMatchObject({ code: 'invalid_output' });
  expect(() => client.postMessageStream({ body: 'b', colour: 'red' } as never)).toThrow('colour');
  expect(server.requests).toEqual([]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentedRoutes } from '../openapi/documented-routes.ts';
import { toOpenAPI } from '../openapi/to-openapi.ts';
import type { RunningServer } from '../start-options.ts';
import { fuzzedRequest, type FuzzedRequest } from './__fixtures__/fuzzed-request.ts';
import { authorizations, startFuzzServer } from './__fixtures__/fuzz-server.ts';
import { type Answer, Sender } from './__fixtures__/send-request.ts';

const REQUESTS = process.env.TEST_FULL === '1' ? 5_000 : 150;
/** Stands in everything that Alice writes and that agents answer her. */
const MARK = 'marmalade-7f3a';
/** Ids of her tasks: one has ended, one waits for her, one has failed. */
const hers = ['alice-ended', 'alice-paused', 'alice-failed'];
/** Everybody but her: another user, an admin who has the same id, another swarm. */
const strangers = ['other', 'admin', 'agent'];

let server: RunningServer;
let sender: Sender;

const send = (caller: string, method: string, path: string, body?: unknown): Promise<Answer> =>
  sender.send({
    method,
    path,
    headers: {
      Authorization: authorizations[caller]!,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: body === undefined ? undefined : Buffer.from(JSON.stringify(body)),
  });

beforeAll(async () => {
  server = await startFuzzServer();
  sender = new Sender(server.url);
  for (const [index, word] of ['hello', 'ask', 'fail'].entries()) {
    const post = { body: `${word} ${MARK}`, subject: MARK, task_id: hers[index] };
    await send('user', 'POST', '/message', post);
    // Her chat sessions have the same ids, which are another thing.
    await send('user', 'POST', '/chat', { sessionId: hers[index], message: `${word} ${MARK}` });
  }
});

afterAll(async () => {
  sender[Symbol.dispose]();
  await server.stop({ drainMs: 0 });
});

/** The same text can hide in JSON inside JSON; marks and ids are made so that escaping does not change them. */
const tellsOfHer = ({ body, headers }: Answer, { ids = true } = {}): boolean => {
  const all = `${body}\n${JSON.stringify(headers)}`;
  return all.includes(MARK) || (ids && hers.some((id) => all.includes(id)));
};

/** Those for other servers are closed to everybody else; what they show to whom is tested beside them. */
const taskRoutes = documentedRoutes.filter(({ path, access }) => path.includes('{task_id}') && access !== 'agent');
const otherRoutes = documentedRoutes.filter(({ path }) => !path.includes('{task_id}'));

describe('a task of another caller', () => {
  test('a task is found by its owner on every route, so that its marks can be looked for', async () => {
    for (const path of ['/tasks', '/ui/tasks', '/ui/dump-events', `/tasks/${hers[0]}`, `/tasks/${hers[0]}/events`]) {
      const answer = await send('user', 'GET', path);
      expect({ path, status: answer.status, told: tellsOfHer(answer) }).toEqual({ path, status: 200, told: true });
    }
  });

  test.each(taskRoutes.map(({ method, path }) => [`${method.toUpperCase()} ${path}`, method, path] as const))(
    '%s answers 404 to everybody else, in the same words as for a task that does not exist',
    async (_, method, path) => {
      for (const caller of ['other', 'admin']) {
        const body = method === 'post' ? { results: 'yes' } : undefined;
        const ask = (id: string): Promise<Answer> =>
          send(caller, method.toUpperCase(), path.replace('{task_id}', id), body);
        for (const id of hers) {
          const real = await ask(id);
          const invented = await ask('invented');
          expect(real.status).toBe(404);
          expect(real.body.replaceAll(id, 'invented')).toBe(invented.body);
          expect(tellsOfHer(real, { ids: false })).toBe(false);
        }
      }
    },
  );

  test.each(otherRoutes.map(({ method, path }) => [`${method.toUpperCase()} ${path}`, method, path] as const))(
    '%s shows nothing of it to anybody else',
    async (_, method, path) => {
      for (const caller of strangers) {
        const answer = await send(caller, method.toUpperCase(), path, method === 'post' ? {} : undefined);
        expect(tellsOfHer(answer)).toBe(false);
      }
    },
  );

  test('a task cannot be continued by another caller who names it', async () => {
    const posts = [
      { body: 'hello' },
      { body: 'hello', resume_from: 'user_response' },
      { resume_from: 'breakpoint_tool_call', kwargs: { tool_results: 'yes' } },
      { body: 'hello', show_events: true },
      { body: 'hello', stream: true },
    ];
    for (const id of hers) {
      const before = await send('user', 'GET', `/tasks/${id}`);
      for (const caller of ['other', 'admin']) {
        for (const post of posts) {
          for (const path of ['/message', '/ui/message']) {
            const answer = await send(caller, 'POST', path, { ...post, task_id: id });
            expect(tellsOfHer(answer, { ids: false })).toBe(false);
          }
        }
        const response = { input: [{ role: 'user', content: 'hello' }], tools: [], previous_response_id: id };
        expect(tellsOfHer(await send(caller, 'POST', '/responses', response), { ids: false })).toBe(false);
      }
      expect(await send('user', 'GET', `/tasks/${id}`)).toMatchObject({ body: before.body });
    }
  });

  test('a task cannot be found by a key that its owner has used', async () => {
    const post = { body: `hello ${MARK}`, task_id: 'keyed' };
    const keyed = (caller: string, body: object): Promise<Answer> =>
      sender.send({
        method: 'POST',
        path: '/message',
        headers: {
          Authorization: authorizations[caller]!,
          'Content-Type': 'application/json',
          'Idempotency-Key': 'k-1',
        },
        body: Buffer.from(JSON.stringify(body)),
      });
    expect(tellsOfHer(await keyed('user', post))).toBe(true);
    for (const caller of ['other', 'admin']) {
      for (const body of [{ body: 'hello' }, { body: 'hello', task_id: 'keyed' }]) {
        const answer = await keyed(caller, body);
        expect({ status: answer.status, told: tellsOfHer(answer) }).toEqual({ status: 200, told: false });
      }
    }
  });
});

describe('a response of another caller', () => {
  const inputs = (id: string, itemId: string, callId: string): Record<string, unknown>[] => [
    { input: 'hello', previous_response_id: id },
    { input: [{ type: 'function_call_output', call_id: callId, output: 'yes' }], previous_response_id: id },
    {
      input: [
        { type: 'item_reference', id: itemId },
        { role: 'user', content: 'hello' },
      ],
    },
    {
      input: [
        { role: 'assistant', id: itemId, content: 'x', type: 'message' },
        { role: 'user', content: 'hello' },
      ],
    },
    {
      input: [
        { type: 'function_call', call_id: callId, name: 'ask_human', arguments: '{}' },
        { type: 'function_call_output', call_id: callId, output: 'yes' },
      ],
    },
  ];
  type Response = { id: string; output: { id: string; call_id?: string }[] };

  test('a response is a 404 for everybody else, and is neither shown nor continued', async () => {
    const ask = async (input: string): Promise<Response> => {
      const { body } = await send('user', 'POST', '/v1/responses', { model: 'desk', input });
      return JSON.parse(body) as Response;
    };
    const ended = await ask(`hello ${MARK}`);
    const paused = await ask(`ask ${MARK}`);
    const callId = paused.output[0]!.call_id!;
    const tasks = (await send('user', 'GET', '/tasks')).body;
    for (const caller of ['other', 'admin']) {
      for (const { id, output } of [ended, paused]) {
        const own = await send('user', 'GET', `/v1/responses/${id}`);
        expect({ status: own.status, told: tellsOfHer(own) }).toEqual({ status: 200, told: true });
        for (const [method, path] of [
          ['GET', `/v1/responses/${id}`],
          ['GET', `/v1/responses/${id}?stream=true`],
          ['POST', `/v1/responses/${id}/cancel`],
        ] as const) {
          const answer = await send(caller, method, path);
          expect({ path, status: answer.status, told: tellsOfHer(answer) }).toEqual({ path, status: 404, told: false });
        }
        for (const input of inputs(id, output[0]!.id, callId)) {
          const answer = await send(caller, 'POST', '/v1/responses', { model: 'desk', ...input });
          const found = 'previous_response_id' in input && answer.status !== 404;
          expect({ input, told: tellsOfHer(answer), found }).toEqual({ input, told: false, found: false });
        }
      }
      const messages = [
        { role: 'assistant', tool_calls: [{ id: callId, type: 'function', function: { name: 'x', arguments: '{}' } }] },
        { role: 'tool', tool_call_id: callId, content: 'yes' },
      ];
      const answer = await send(caller, 'POST', '/v1/chat/completions', { model: 'desk', messages });
      expect(tellsOfHer(answer)).toBe(false);
    }
    expect((await send('user', 'GET', '/tasks')).body).toBe(tasks);
  });

  test('a task of another caller cannot be reached through MCP either', async () => {
    type Result = { result: { isError?: boolean; structuredContent: { task_id?: string; code?: string } } };
    const call = async (caller: string, given: object): Promise<Answer> => {
      const params = { name: 'desk', arguments: { message: `hello ${MARK}`, ...given } };
      return send(caller, 'POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params });
    };
    const { result } = JSON.parse((await call('user', {})).body) as Result;
    const { task_id: taskId } = result.structuredContent;
    for (const caller of ['other', 'admin']) {
      const answer = await call(caller, { message: 'hello', task_id: taskId });
      expect((JSON.parse(answer.body) as Result).result).toMatchObject({
        isError: true,
        structuredContent: { code: 'task_not_found' },
      });
      expect(tellsOfHer(answer)).toBe(false);
    }
  });
});

describe('a session of another caller', () => {
  const routes: [string, string, object?][] = [
    ['GET', '/chat/{id}/messages'],
    ['POST', '/chat/{id}/stop'],
    ['GET', '/chat/sessions/{id}'],
    ['PATCH', '/chat/sessions/{id}', { title: 'Mine' }],
    ['DELETE', '/chat/sessions/{id}'],
    ['GET', '/chat/{id}/stream'],
    ['POST', '/chat', { id: '{id}', messages: [{ id: 'a', role: 'assistant', parts: [] }] }],
    [
      'POST',
      '/chat',
      {
        id: '{id}',
        trigger: 'regenerate-message',
        messageId: 'a',
        messages: [{ role: 'user', parts: [{ type: 'text', text: 'x' }] }],
      },
    ],
  ];
  const hersNow = () =>
    Promise.all(
      hers.flatMap((id) => [`/chat/${id}/messages`, `/chat/sessions/${id}`]).map((path) => send('user', 'GET', path)),
    );

  test('a session is found by its owner, so that its marks can be looked for', async () => {
    for (const answer of await hersNow()) expect([answer.status, tellsOfHer(answer)]).toEqual([200, true]);
  });

  test.each(['/chat', '/api/chat'])(
    'a session does not exist for anybody else at %s, in the same words as one that does not exist',
    async (at) => {
      const before = await hersNow();
      for (const caller of ['other', 'admin']) {
        for (const [method, path, body] of routes) {
          const ask = (id: string): Promise<Answer> => {
            const named = JSON.parse(JSON.stringify(body ?? null).replaceAll('{id}', id)) as object | null;
            return send(caller, method, path.replace('/chat', at).replace('{id}', id), named ?? undefined);
          };
          for (const id of hers) {
            const [real, invented] = [await ask(id), await ask('invented')];
            expect([method, path, real.status]).toEqual([method, path, path.endsWith('/stream') ? 204 : 404]);
            expect(real.body.replaceAll(id, 'invented')).toBe(invented.body);
          }
        }
        const { body } = await send(caller, 'GET', `${at}/sessions`);
        expect(JSON.parse(body)).toEqual({ sessions: [], before: null });
      }
      expect((await hersNow()).map(({ body }) => body)).toEqual(before.map(({ body }) => body));
    },
  );
});

describe('random requests', () => {
  test('random requests never show her tasks to another caller, although they name them', async () => {
    const document = toOpenAPI(documentedRoutes);
    const seed = fc.readConfigureGlobal().seed!;
    const options = {
      authorizations: Object.fromEntries(strangers.map((name) => [name, authorizations[name]!])),
      taskIds: hers,
    };
    const requests = fc.sample(
      fuzzedRequest(document, {
        ...options,
        authorizations: { ...options.authorizations, user: authorizations.other! },
      }),
      {
        numRuns: REQUESTS,
        seed,
      },
    );
    const hersNow = () =>
      Promise.all(
        hers
          .flatMap((id) => [`/tasks/${id}`, `/chat/${id}/messages`, `/chat/sessions/${id}`])
          .map((path) => send('user', 'GET', path)),
      );
    const before = await hersNow();
    const told: FuzzedRequest[] = [];
    const work = async (): Promise<void> => {
      for (let request = requests.pop(); request !== undefined; request = requests.pop()) {
        if (tellsOfHer(await sender.send(request), { ids: false })) told.push(request);
      }
    };
    await Promise.all(Array.from({ length: 8 }, work));
    expect(told.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
    const after = await hersNow();
    expect(after.map(({ body }) => body)).toEqual(before.map(({ body }) => body));
  });
});

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '@posthouse/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SERVER_LIMITS } from '../edge/server-limits.ts';
import { toMiddleware } from '../edge/to-middleware.ts';
import { createLogger } from '../logging/create-logger.ts';
import { openAgentStage } from '../chat/__fixtures__/agent-stage.ts';
import { Stage } from '../__fixtures__/stage.ts';
import { documentedRoutes } from '../openapi/documented-routes.ts';
import { until } from '../__fixtures__/until.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'posthouse-delete-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const SECRET = 'the harbour master drinks';
const file = (): string => join(folder, 'posthouse.db');
const bytes = (): Buffer => Buffer.concat(['', '-wal'].map((end) => readFileSync(file() + end)));
const remove = (stage: Stage, path: string) => stage.call(path, { method: 'DELETE' });

/** Deletes tasks of somebody else that take long to erase. */
async function deleteMuch(store: Store): Promise<void> {
  const owner = { swarm: 'desk', role: 'user', id: 'bob' } as const;
  const text = 'x'.repeat(500);
  const notice = { run: 0, type: 'notice', code: 'limit', text } as const;
  for (let count = 0; count < 8; count += 1) {
    const entries = Array.from({ length: 4_000 }, () => notice);
    const { task } = await store.commit({ task: { owner, taskId: `bob-${count}` }, entries });
    await store.deletions.bury(task.key);
  }
}

/** Whether the OpenAPI document says that this route may answer that a task was deleted. */
const documentsDeleted = (route: string): boolean =>
  documentedRoutes.some(
    ({ method, path, errors }) => `${method.toUpperCase()} ${path}` === route && errors?.includes('task_deleted'),
  );

describe('DELETE /tasks/{id}', () => {
  test('leaves no byte of the task in the file, and 410 for everybody who asks for it', async () => {
    await using store = await openStore(`sqlite:${file()}`);
    await using stage = await Stage.open({ store });
    const key = { 'idempotency-key': 'key of the harbour master' };
    const { body: posted } = await stage.post({ body: SECRET, subject: SECRET }, { headers: key });
    const { task_id: taskId } = posted as { task_id: string };
    await stage.post({ body: `${SECRET} again`, task_id: taskId });
    await stage.post({ body: 'something else', task_id: 'kept' });
    expect([bytes().includes(SECRET), bytes().includes('key of the harbour')]).toEqual([true, true]);

    expect(await remove(stage, `/tasks/${taskId}`)).toMatchObject({
      status: 200,
      body: { task_id: taskId, deleted: true, erased: true, forks: [] },
    });
    expect([bytes().includes(SECRET), bytes().includes('key of the harbour')]).toEqual([false, false]);
    expect(bytes().includes('something else')).toBe(true);

    const post = (path: string, body: object, headers = {}) => stage.call(path, { method: 'POST', body, headers });
    const answers = {
      'DELETE /tasks/{task_id}': await remove(stage, `/tasks/${taskId}`),
      'GET /tasks/{task_id}': await stage.call(`/tasks/${taskId}`),
      'GET /task': await stage.call(`/task?task_id=${taskId}`),
      'GET /tasks/{task_id}/log': await stage.call(`/tasks/${taskId}/log`),
      'GET /tasks/{task_id}/events': await stage.call(`/tasks/${taskId}/events?after=2`),
      'POST /tasks/{task_id}/cancel': await post(`/tasks/${taskId}/cancel`, {}),
      'POST /tasks/{task_id}/resume': await post(`/tasks/${taskId}/resume`, { results: 'yes' }),
      'POST /message': await stage.post({ body: 'hello', task_id: taskId }),
      'POST /ui/message': await post('/ui/message', { body: 'hello', task_id: taskId }),
      'POST /manual': await post('/manual', { body: 'hello', task_id: taskId }),
      'POST /budgets/runs': await stage.call('/budgets/runs', {
        method: 'POST',
        body: { caller: 'user:alice', task_id: taskId, calls: 1 },
        as: 'root',
      }),
      'POST /interswarm/message': await post('/interswarm/message', {
        user_token: 'unused here',
        targets: ['clerk@desk'],
        body: 'hello',
        task_id: taskId,
      }),
      // Sent without the id of the task, with a key that was used in it.
      'POST /v1/responses': await post('/v1/responses', { model: 'desk', input: SECRET }, key),
      'POST /v1/chat/completions': await post(
        '/v1/chat/completions',
        { model: 'desk', messages: [{ role: 'user', content: SECRET }] },
        key,
      ),
    };
    const again = await stage.post({ body: SECRET, subject: SECRET }, { headers: key });
    for (const { status, body } of [...Object.values(answers), again])
      expect([status, JSON.stringify(body)]).toEqual([410, expect.stringContaining('deleted')]);
    expect(Object.keys(answers).filter((route) => !documentsDeleted(route))).toEqual([]);
    expect(Object.keys((await stage.call('/tasks')).body as object)).toEqual(['kept']);
    expect(bytes().includes(SECRET)).toBe(false);
  });

  test('waits until this task is erased, but not for the deletions of others', async () => {
    await using store = await openStore(`sqlite:${file()}`);
    await using stage = await Stage.open({ store });
    await stage.post({ body: SECRET, task_id: 'mine' });
    await deleteMuch(store);
    expect((await remove(stage, '/tasks/mine')).body).toMatchObject({ erased: true });
    expect(bytes().includes(SECRET)).toBe(false);
    expect(await store.deletions.isErased()).toBe(false);
  });

  test('only the owner can delete a task', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'hello', task_id: 'mine' });
    expect((await stage.call('/tasks/mine', { method: 'DELETE', as: 'bob' })).status).toBe(404);
    expect((await stage.call('/tasks/mine')).status).toBe(200);
    expect((await remove(stage, '/tasks/other')).status).toBe(404);
    expect((await remove(stage, '/tasks/mine?forks=perhaps')).status).toBe(400);
  });

  test('cancels the run, here and in another process, and ends the streams of its readers', async () => {
    const url = `sqlite:${file()}`;
    await using store = await openStore(url, { pollMilliseconds: 50 });
    await using other = await openStore(url, { pollMilliseconds: 50 });
    await using stage = await Stage.open({ store });
    await using elsewhere = await Stage.open({ store: other });
    const answer = stage.post({ body: 'hang', task_id: 'long' });
    await until(async () => (await stage.call('/tasks/long')).status === 200);
    const streams = await Promise.all(
      [stage, elsewhere].map((each) => each.overHTTP('/tasks/long/events?follow=true&tokens=true')),
    );
    expect((await remove(elsewhere, '/tasks/long')).body).toMatchObject({ deleted: true });
    const texts = await Promise.all(streams.map((stream) => stream.text()));
    // A stream that is cut would not be read to its end. Whether it still tells of the cancelled run is a matter of luck.
    for (const text of texts) expect(text).toContain('event: run_started');
    expect([410, 200]).toContain((await answer).status);
    for (const each of [stage, elsewhere]) {
      await until(async () => (await each.call('/tasks/long')).status === 410);
      expect((await each.post({ body: 'once more', task_id: 'long' })).status).toBe(410);
    }
  });

  test('lists forks, which hold copies, and deletes them too when asked', async () => {
    await using store = await openStore(`sqlite:${file()}`);
    await using stage = await Stage.open({ store });
    const begin = async (taskId: string): Promise<string[]> => {
      for (const body of [SECRET, 'more', 'and more']) await stage.post({ body, task_id: taskId });
      const forked = await Promise.all(
        [2, 3].map((before_run) => stage.call(`/tasks/${taskId}/fork`, { method: 'POST', body: { before_run } })),
      );
      return forked.map(({ body }) => (body as { task_id: string }).task_id);
    };
    const first = await begin('a');
    expect((await remove(stage, '/tasks/a')).body.forks.toSorted()).toEqual(first.toSorted());
    expect((await stage.call(`/tasks/${first[0]!}`)).status).toBe(200);
    expect(bytes().includes(SECRET)).toBe(true);
    for (const fork of first) await remove(stage, `/tasks/${fork}`);
    const second = await begin('b');
    expect((await remove(stage, '/tasks/b?forks=true')).body.forks).toHaveLength(2);
    expect((await stage.call(`/tasks/${second[0]!}`)).status).toBe(410);
    await until(async () => store.deletions.isErased());
    expect(bytes().includes(SECRET)).toBe(false);
  });
});

describe('DELETE /chat/sessions/{id}', () => {
  const say = async (stage: Stage, body: Record<string, unknown>): Promise<string> =>
    (await stage.fetch('/chat', { method: 'POST', body })).text();
  const message = (text: string, id: string) => ({ id, role: 'user', parts: [{ type: 'text', text }] });

  test('leaves no byte of a session on a swarm: its title, its tasks, their branches', async () => {
    await using store = await openStore(`sqlite:${file()}`);
    await using stage = await Stage.open({ store });
    await say(stage, { id: 's', messages: [message(SECRET, 'm-1')] });
    await say(stage, { id: 's', messages: [message(`${SECRET} again`, 'm-2')] });
    await say(stage, { id: 's', messages: [message(`${SECRET} again`, 'm-2')], trigger: 'regenerate-message' });
    expect(Object.keys((await stage.call('/tasks')).body as object)).toHaveLength(2);
    expect(bytes().includes(SECRET)).toBe(true);
    expect((await remove(stage, '/chat/sessions/s')).status).toBe(200);
    expect(bytes().includes(SECRET)).toBe(false);
    expect((await stage.call('/tasks')).body).toEqual({});
    expect((await stage.call('/chat/s/messages')).status).toBe(410);
  });

  test('waits until this session is erased, but not for the deletions of others', async () => {
    await using store = await openStore(`sqlite:${file()}`);
    await using stage = await Stage.open({ store });
    await say(stage, { id: 's', messages: [message(SECRET, 'm-1')] });
    await deleteMuch(store);
    expect((await remove(stage, '/chat/sessions/s')).body).toEqual({ deleted: true, id: 's', erased: true });
    expect(bytes().includes(SECRET)).toBe(false);
    expect(await store.deletions.isErased()).toBe(false);
  });

  test('waits until this session with an agent is erased, but not for the deletions of others', async () => {
    await using store = await openStore(`sqlite:${file()}`);
    await using it = await openAgentStage({ store });
    await say(it.stage, { id: 's', agent: 'parrot', messages: [message(SECRET, 'm-1')] });
    expect(bytes().includes(SECRET)).toBe(true);
    await deleteMuch(store);
    expect((await remove(it.stage, '/chat/sessions/s')).body).toEqual({ deleted: true, id: 's', erased: true });
    expect(bytes().includes(SECRET)).toBe(false);
    expect(await store.deletions.isErased()).toBe(false);
  });

  test('deletes a branch that is being created at that moment', async () => {
    await using store = await openStore(`sqlite:${file()}`);
    const [forked, gone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const put: Store['sessions']['put'] = async (session, options) => {
      if (session.branches.length > 1) {
        forked.resolve();
        await gone.promise;
      }
      return store.sessions.put(session, options);
    };
    const slow = new Proxy(store, {
      get(target, name) {
        if (name === 'sessions') return { ...target.sessions, put };
        const value = Reflect.get(target, name) as unknown;
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    await using stage = await Stage.open({ store: slow });
    await say(stage, { id: 's', messages: [message(SECRET, 'm-1')] });
    await say(stage, { id: 's', messages: [message('more', 'm-2')] });
    const branch = stage.call('/chat', {
      method: 'POST',
      body: { id: 's', messages: [message('more', 'm-2')], trigger: 'regenerate-message' },
    });
    await forked.promise;
    expect(Object.keys((await stage.call('/tasks')).body as object)).toHaveLength(2);
    expect((await remove(stage, '/chat/sessions/s')).status).toBe(200);
    gone.resolve();
    expect((await branch).status).toBe(410);
    expect((await stage.call('/tasks')).body).toEqual({});
    await until(async () => store.deletions.isErased());
    expect(bytes().includes(SECRET)).toBe(false);
  });

  test('leaves no byte of a session with another agent', async () => {
    await using store = await openStore(`sqlite:${file()}`);
    await using it = await openAgentStage({ store });
    await say(it.stage, { id: 's', agent: 'parrot', messages: [message(SECRET, 'm-1')] });
    expect(bytes().includes(SECRET)).toBe(true);
    expect((await remove(it.stage, '/chat/sessions/s')).status).toBe(200);
    expect(bytes().includes(SECRET)).toBe(false);
  });

  test('a deletion is completed by the next process when one dies in between', async () => {
    await using store = await openStore(`sqlite:${file()}`);
    {
      await using stage = await Stage.open({ store });
      await say(stage, { id: 's', messages: [message(SECRET, 'm-1')] });
      const [taskId = ''] = Object.keys((await stage.call('/tasks')).body as object);
      await stage.served.engine.stop();
      const owner = { role: 'user', id: 'alice' } as const;
      await store.sessions.delete(owner, 's', { forGood: true, notices: { swarm: 'desk', tasks: [taskId] } });
    }
    await using next = await Stage.open({ store });
    await until(async () => Object.keys((await next.call('/tasks')).body as object).length === 0);
    await until(async () => store.deletions.isErased());
    expect(bytes().includes(SECRET)).toBe(false);
  });
});

describe('DELETE /users/{id}', () => {
  test('waits until the data of this user is erased, but not for the deletions of others', async () => {
    await using store = await openStore(`sqlite:${file()}`);
    await using stage = await Stage.open({ store });
    await stage.post({ body: SECRET, task_id: 'mine' });
    await deleteMuch(store);
    const gone = await stage.call('/users/alice', { method: 'DELETE', as: 'root' });
    expect(gone.body).toEqual({ user_id: 'alice', tasks: 1, sessions: 0, tokens: 0, erased: true });
    expect(bytes().includes(SECRET)).toBe(false);
    expect(await store.deletions.isErased()).toBe(false);
  });
});

test('the log has a line for each deletion, with its caller and the id of its request, and without content', async () => {
  const lines: Record<string, unknown>[] = [];
  const write = (line: string): void => void lines.push(JSON.parse(line) as Record<string, unknown>);
  const logger = createLogger({ format: 'json', write });
  const limits = DEFAULT_SERVER_LIMITS;
  const before = toMiddleware({ logger, limits, origins: [], development: false, isLeaving: () => false });
  await using stage = await Stage.open({ logger, before });
  await stage.post({ body: SECRET, task_id: 'mine' });
  const message = { id: 'm-1', role: 'user', parts: [{ type: 'text', text: SECRET }] };
  for (const id of ['s', 't'])
    await (await stage.fetch('/chat', { method: 'POST', body: { id, messages: [message] } })).text();
  const gone: [string, string, string][] = [
    ['/tasks/mine', 'alice', 'a task was deleted'],
    ['/chat/sessions/s', 'alice', 'a chat session was deleted'],
    ['/api/sessions/t', 'alice', 'a chat session was deleted'],
    ['/users/bob', 'root', 'the data of a user was deleted'],
  ];
  for (const [path, as] of gone) {
    await stage.call(path, { method: 'DELETE', as, headers: { 'x-request-id': path.replaceAll('/', '-') } });
  }
  const told = lines.filter(({ message: said }) => String(said).endsWith('was deleted'));
  expect(told.map(({ requestId, message: said }) => [requestId, said])).toEqual(
    gone.map(([path, , words]) => [path.replaceAll('/', '-'), words]),
  );
  expect(told.map(({ caller }) => caller)).toEqual(['alice', 'alice', 'alice', 'alice']);
  expect(JSON.stringify(lines)).not.toContain(SECRET);
});

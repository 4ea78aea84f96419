import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore, type Store } from '@posthouse/store';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import { until } from '../../__fixtures__/until.ts';
import { createToken, listTokens } from '../../auth/tokens/token-records.ts';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { main } from '../main.ts';

let folder: string;
let store: Store;
let stage: Stage;
const DAY_MS = 24 * 3_600_000;
let now = Date.now();
beforeEach(async () => {
  now = Date.now();
  folder = mkdtempSync(join(tmpdir(), 'posthouse-forget-'));
  store = await openStore(`sqlite:${join(folder, 'posthouse.db')}`, { now: () => now, pollMilliseconds: 50 });
  stage = await Stage.open({ store });
});
afterEach(async () => {
  await stage[Symbol.asyncDispose]();
  await store[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

async function run(...words: string[]) {
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'posthouse.db')}` };
  const terminal = testTerminal({ folder, environment });
  const code = await main(words, terminal);
  return { code, output: terminal.said(), complaints: terminal.complained() };
}
const bytes = (): Buffer => Buffer.concat(['', '-wal'].map((end) => readFileSync(join(folder, `posthouse.db${end}`))));
const chat = async (as: string, id: string, text: string): Promise<string> => {
  const messages = [{ id: `${id} ${text}`, role: 'user', parts: [{ type: 'text', text }] }];
  return (await stage.fetch('/chat', { as, method: 'POST', body: { id, messages } })).text();
};
const tasksOf = async (as: string): Promise<string[]> =>
  Object.keys((await stage.call('/tasks', { as })).body as object).toSorted();

describe('the data of a user', () => {
  const fill = async (): Promise<void> => {
    for (const as of ['alice', 'bob']) {
      await stage.post({ body: `secrets of ${as}`, task_id: 'one' }, { as });
      await stage.post({ body: `secrets of ${as}`, task_id: 'two', swarm: 'annex' }, { as });
      await chat(as, 'talk', `more secrets of ${as}`);
      await createToken(store.records, { role: 'user', id: as });
    }
    await stage.post({ body: 'secrets of the admin', task_id: 'three' }, { as: 'root' });
    void stage.post({ body: 'hang', task_id: 'long' }).catch(() => undefined);
    await until(async () => (await stage.call('/tasks/long')).status === 200);
  };
  const day = new Date().toISOString().slice(0, 10);
  const spend = async (): Promise<void> => {
    const spent = { day, by: 'test', calls: 2, inputTokens: 10, outputTokens: 5, cost: 0.5 };
    for (const id of ['alice', 'bob']) {
      await store.spending.add({ swarm: 'desk', role: 'user', id }, spent);
      const raise = { body: { swarm: 'desk', caller: `user:${id}`, calls: 100 }, as: 'root' };
      expect((await stage.call('/budgets', raise)).status).toBe(200);
    }
  };
  const expectForgotten = async (): Promise<void> => {
    const total = await store.spending.sum({ day, swarm: 'desk' });
    expect([total.calls, total.cost]).toEqual([4, 1]);
    expect((await store.spending.list({ day }, 10)).map(({ owner }) => owner.id)).toEqual(['bob']);
    const allowed = (await store.records.list('budget')).map(({ id }) => JSON.parse(id) as string[]);
    expect(allowed).toEqual([[day, 'desk', 'user', 'bob']]);
    const [record] = await store.deletions.records({ limit: 1 });
    expect(record).toMatchObject({ what: 'user', why: 'admin', counts: { sessions: 1, tokens: 1 } });
    expect(bytes().includes('secrets of alice')).toBe(false);
    expect(bytes().includes('secrets of bob')).toBe(true);
    for (const swarm of ['desk', 'annex']) expect((await stage.call(`/tasks?swarm=${swarm}`)).body).toEqual({});
    expect((await stage.call('/chat/sessions')).body.sessions).toEqual([]);
    expect((await stage.call('/tasks/long')).status).toBe(410);
    expect((await listTokens(store.records)).map(({ id }) => id)).toEqual(['bob']);
    // The same id in another role is somebody else.
    expect(await tasksOf('root')).toEqual(['three']);
    expect(await chat('bob', 'talk', 'still there?')).toContain('you said: still there?');
  };

  test('posthouse forget deletes the data of a user while a server runs', async () => {
    await fill();
    await spend();
    expect(await run('forget', 'alice')).toEqual({
      code: 0,
      output: 'Deleted 3 tasks, 1 chat sessions and 1 tokens of user alice.\n',
      complaints: '',
    });
    await until(async () => (await stage.call('/tasks/long')).status === 410);
    await expectForgotten();
  });

  test('DELETE /users/{id}, which only admins may call, deletes the data of a user', async () => {
    await fill();
    await spend();
    expect((await stage.call('/users/alice', { method: 'DELETE', as: 'bob' })).status).toBe(401);
    expect(await stage.call('/users/alice', { method: 'DELETE', as: 'root' })).toMatchObject({
      status: 200,
      body: { user_id: 'alice', sessions: 1, tokens: 1, erased: true },
    });
    await expectForgotten();
    const again = await stage.call('/users/alice', { method: 'DELETE', as: 'root' });
    expect(again.body).toMatchObject({ tasks: 0, sessions: 0, tokens: 0 });
    expect((await stage.call('/users/alice?role=agent', { method: 'DELETE', as: 'root' })).status).toBe(400);
  });
});

describe('posthouse prune', () => {
  test('deletes tasks by age and outcome, and the tasks of a session with their session', async () => {
    now -= 40 * DAY_MS;
    await stage.post({ body: 'old', task_id: 'old' });
    await stage.post({ body: 'fail', task_id: 'failed' });
    await stage.post({ body: 'ask whether', task_id: 'asks' });
    await chat('alice', 'used', 'first words');
    await chat('alice', 'unused', 'last words');
    now += 20 * DAY_MS;
    await stage.post({ body: 'younger', task_id: 'younger' });
    now += 20 * DAY_MS;
    await chat('alice', 'used', 'second words');
    const before = await tasksOf('alice');
    expect(before).toHaveLength(6);

    expect(await run('prune')).toMatchObject({
      code: 2,
      complaints: expect.stringContaining('No retention is configured') as string,
    });
    expect(await run('prune', '--retention-complete-days', '30')).toMatchObject({
      code: 0,
      output: 'Deleted 1 tasks and 0 chat sessions.\n',
    });
    expect(await tasksOf('alice')).toEqual(before.filter((taskId) => taskId !== 'old'));
    expect(
      await run('prune', '--retention-sessions-days', '30', '--retention-error-days', '30', '--json'),
    ).toMatchObject({
      output: '{"sessions":1,"tasks":1,"erased":true}\n',
    });
    expect((await stage.call('/chat/sessions')).body.sessions).toMatchObject([{ id: 'used' }]);
    expect((await stage.call('/tasks/asks')).status).toBe(200);
    await run('prune', '--retention-paused-days', '30');
    expect((await stage.call('/tasks/asks')).status).toBe(410);
    expect((await stage.call('/tasks/younger')).status).toBe(200);
    expect([bytes().includes('last words'), bytes().includes('first words')]).toEqual([false, true]);
  });
});

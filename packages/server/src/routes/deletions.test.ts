import { createHash } from 'node:crypto';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { Federated, townOf } from '../__fixtures__/federated.ts';
import { calls, complete } from '../__fixtures__/scenarios.ts';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import { watchRetention } from '../retention/watch-retention.ts';
import { quiet } from '../logging/quiet.ts';

type Deletion = { id: number; at: string; what: string; hash: string; by: string; why: string; counts: object };

const hashOf = (name: string[]): string => createHash('sha256').update(JSON.stringify(name)).digest('hex');
const deletions = async (stage: Stage, query = ''): Promise<Deletion[]> =>
  (await stage.call(`/deletions${query}`, { as: 'root' })).body.deletions;

describe('GET /deletions', () => {
  test('tells an admin who deleted what kind of thing and why, but not its content', async () => {
    await using stage = await Stage.open();
    await stage.post({ body: 'a secret', task_id: 'secret name' });
    const messages = [{ id: 'm-1', role: 'user', parts: [{ type: 'text', text: 'a secret' }] }];
    await (await stage.fetch('/chat', { method: 'POST', body: { id: 'secret talk', messages } })).text();
    const tasks = Object.keys((await stage.call('/tasks')).body as object);
    const taskId = tasks.find((id) => id !== 'secret name')!;
    await stage.call('/tasks/secret%20name', { method: 'DELETE' });
    await stage.call('/chat/sessions/secret%20talk', { method: 'DELETE' });
    await stage.post({ body: 'a secret', task_id: 'bobs' }, { as: 'bob' });
    await stage.call('/users/bob', { method: 'DELETE', as: 'root' });

    const told = await deletions(stage);
    expect(told.map(({ what, hash, by, why }) => ({ what, hash, by, why }))).toEqual([
      { what: 'user', hash: hashOf(['user', 'bob']), by: 'admin:alice', why: 'admin' },
      { what: 'task', hash: hashOf(['desk', 'user', 'bob', 'bobs']), by: 'admin:alice', why: 'admin' },
      { what: 'task', hash: hashOf(['desk', 'user', 'alice', taskId]), by: 'user:alice', why: 'caller' },
      { what: 'session', hash: hashOf(['user', 'alice', 'secret talk']), by: 'user:alice', why: 'caller' },
      { what: 'task', hash: hashOf(['desk', 'user', 'alice', 'secret name']), by: 'user:alice', why: 'caller' },
    ]);
    expect(told[0]!.counts).toEqual({ tasks: 1, sessions: 0, tokens: 0 });
    expect(JSON.stringify(told)).not.toContain('secret');
    expect(await deletions(stage, `?limit=1&before=${told[1]!.id}`)).toEqual([told[2]]);
    expect((await stage.call('/deletions')).status).toBe(401);
    expect((await stage.call('/deletions?limit=0', { as: 'root' })).status).toBe(400);
  });

  test('lists expired data, and survives the process', async () => {
    let now = Date.now() - 3_600_000;
    await using store = await openStore('sqlite::memory:', { now: () => now });
    {
      await using stage = await Stage.open({ store });
      await stage.post({ body: 'old', task_id: 'old' });
      now += 3_600_000;
      using _watching = watchRetention(stage.served, { retention: { complete: 60_000 }, logger: quiet, everyMs: 50 });
      await until(async () => (await stage.call('/tasks/old')).status === 410);
    }
    await using next = await Stage.open({ store });
    expect(await deletions(next)).toMatchObject([{ what: 'task', by: 'server', why: 'retention' }]);
  });

  test('lists what another server asked to delete', async () => {
    const alpha = townOf(
      'alpha',
      ({ messages }) =>
        messages.at(-1)!.text.includes('very')
          ? complete('it is deep')
          : calls(['send_request', { target: 'boss@beta', subject: 'Question', body: 'how deep?' }]),
      ['beta'],
    );
    const respond: [string, object] = ['send_response', { target: 'boss@alpha', subject: 'Answer', body: 'very' }];
    const beta = townOf('beta', () => calls(respond, ['task_complete', { finish_message: 'done' }]), ['alpha']);
    await using federated = await Federated.start([alpha, beta]);
    await federated.post('alpha', { body: 'go' });
    await federated.call('alpha', '/tasks/t', { method: 'DELETE' });
    const { store } = federated.town('beta').served;
    await until(async () => (await store.deletions.records({ limit: 10 })).length > 0);
    expect(await store.deletions.records({ limit: 10 })).toMatchObject([
      { what: 'task', hash: hashOf(['beta', 'swarm', 'alpha', 't']), by: 'swarm:alpha', why: 'peer' },
    ]);
  });
});

describe('a message repeated with its key after its task was deleted', () => {
  test('a repeated message of a deleted task is refused with 410, with or without the task id, and creates no task', async () => {
    await using stage = await Stage.open();
    const headers = { 'idempotency-key': 'k-1' };
    await stage.post({ body: 'hello', task_id: 'a' }, { headers });
    await stage.post({ body: 'and more', task_id: 'a' }, { headers: { 'idempotency-key': 'k-2' } });
    await stage.call('/tasks/a', { method: 'DELETE' });
    for (const key of ['k-1', 'k-2']) {
      const again = { headers: { 'idempotency-key': key } };
      expect((await stage.post({ body: 'hello', task_id: 'a' }, again)).status).toBe(410);
      expect(await stage.post({ body: 'hello' }, again)).toMatchObject({
        status: 410,
        body: { code: 'task_deleted', detail: expect.stringContaining('new key') as string },
      });
      const chat = { model: 'desk', messages: [{ role: 'user', content: 'hello' }] };
      const door = await stage.call('/v1/chat/completions', { method: 'POST', body: chat, ...again });
      expect(door.status).toBe(410);
    }
    expect((await stage.call('/tasks')).body).toEqual({});
    // Keys are of their owner, and of the task they were used in.
    expect((await stage.post({ body: 'hello' }, { headers, as: 'bob' })).status).toBe(200);
    expect((await stage.post({ body: 'hello', task_id: 'b' }, { headers })).status).toBe(200);
    expect((await stage.post({ body: 'hello' }, { headers: { 'idempotency-key': 'k-3' } })).status).toBe(200);
  });
});

import { healthWire, serverInfoWire, serverStatusWire } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';

test('the root describes the server, in the words of the code and of the specification', async () => {
  await using stage = await Stage.open();
  const { body } = await stage.call('/', { as: null });
  serverInfoWire.parse(body);
  expect(body).toMatchObject({
    name: 'mail',
    protocol_version: '1.3',
    version: '1.3',
    status: 'running',
    swarm: { name: 'desk', version: '1.0.0', description: 'the desk', entrypoint: 'clerk', public: false },
    features: ['idempotency-key', 'event-ids', 'federation'],
  });
  expect((await stage.call('/?swarm=attic', { as: null })).status).toBe(404);
});

test('health is what an admin has set last', async () => {
  await using stage = await Stage.open();
  const { body: first } = await stage.call('/health', { as: null });
  healthWire.parse(first);
  expect(first).toMatchObject({ status: 'healthy', swarm_name: 'desk' });
  const set = (body: unknown, as = 'root') => stage.call('/health', { as, body });
  expect((await set({ status: 'tired' })).body).toMatchObject({ status: 'tired', swarm_name: 'desk' });
  expect((await stage.call('/health', { as: null })).body.status).toBe('tired');
  expect(await set({})).toMatchObject({ status: 400, body: { detail: 'status is required' } });
  expect((await set({ status: 5 })).status).toBe(400);
  expect((await set('nonsense')).status).toBe(400);
  expect((await set({ status: 'x' }, 'alice')).status).toBe(401);
});

test('status says whether the caller has a running task', async () => {
  await using stage = await Stage.open();
  const status = async (as = 'alice') => (await stage.call('/status', { as })).body;
  const first = await status();
  serverStatusWire.parse(first);
  expect(first).toEqual({
    swarm: { name: 'desk', status: 'ready' },
    active_users: 1,
    user_mail_ready: true,
    user_task_running: false,
  });
  const waiting = stage.post('wait 100');
  await until(async () => (await status()).user_task_running === true);
  expect(await status('bob')).toMatchObject({ active_users: 2, user_task_running: false });
  await waiting;
  expect((await status()).user_task_running).toBe(false);
});

test('a draining server is alive but not ready, and accepts no messages', async () => {
  await using stage = await Stage.open();
  expect((await stage.call('/health/ready', { as: null })).body).toEqual({ status: 'ready' });
  await stage.served.drain(0);
  expect((await stage.call('/health/live', { as: null })).body).toEqual({ status: 'live' });
  for (const answer of [await stage.call('/health/ready'), await stage.post('hello')]) {
    expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
    expect(answer.headers.get('retry-after')).toBe('1');
  }
});

test('a server is not ready when its store does not answer', async () => {
  await using stage = await Stage.open();
  stage.store.nodes = () => Promise.reject(new Error('gone'));
  expect(await stage.call('/health/ready')).toMatchObject({ status: 503, body: { code: 'unavailable' } });
});

test('whoami identifies users and admins, but not agents of other swarms', async () => {
  await using stage = await Stage.open();
  expect((await stage.call('/whoami')).body).toEqual({ id: 'alice', role: 'user' });
  expect((await stage.call('/whoami', { as: 'root' })).body).toEqual({ id: 'alice', role: 'admin' });
  expect((await stage.call('/whoami', { as: 'peer' })).status).toBe(401);
});

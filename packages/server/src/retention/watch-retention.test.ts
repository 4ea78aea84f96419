import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';
import { until } from '../__fixtures__/until.ts';
import { recordingLogger } from '../__fixtures__/recording-logger.ts';
import { watchRetention } from './watch-retention.ts';

test('a running server deletes expired data, and logs how much', async () => {
  let now = Date.now() - 3_600_000;
  await using store = await openStore('sqlite::memory:', { now: () => now });
  await using stage = await Stage.open({ store });
  for (let task = 0; task < 30; task += 1) await stage.post({ body: 'old', task_id: `old ${task}` });
  now += 3_600_000;
  await stage.post({ body: 'new', task_id: 'new' });
  const { logger, lines } = recordingLogger();
  using _watching = watchRetention(stage.served, { retention: { complete: 60_000 }, logger, everyMs: 50 });
  await until(async () => Object.keys((await stage.call('/tasks')).body as object).length === 1);
  expect((await stage.call('/tasks/new')).status).toBe(200);
  await until(() => Promise.resolve(lines.some(({ message }) => message === 'old tasks and sessions were deleted')));
});

test('a session that its owner deletes at the same moment does not keep a server from deleting the others', async () => {
  let now = Date.now() - 3_600_000;
  await using store = await openStore('sqlite::memory:', { now: () => now });
  await using stage = await Stage.open({ store });
  const owner = { role: 'user' as const, id: 'ada' };
  for (const id of ['first', 'second', 'third']) {
    await store.sessions.put({ owner, id, agent: 'team', title: id, taskId: id, branches: [], data: {} });
  }
  now += 3_600_000;
  const aged = store.sessions.aged.bind(store.sessions);
  store.sessions.aged = async (before, limit) => {
    const found = await aged(before, limit);
    await store.sessions.delete(owner, 'first', { forGood: true });
    return found;
  };
  const { logger, lines } = recordingLogger();
  using _watching = watchRetention(stage.served, { retention: { sessions: 60_000 }, logger, everyMs: 3_600_000 });
  await until(async () => (await store.sessions.list(owner, { limit: 10 })).length === 0);
  await until(() => Promise.resolve(lines.length > 0));
  expect(lines.map(({ message }) => message)).toEqual(['old tasks and sessions were deleted']);
});

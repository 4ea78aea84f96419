import { expect } from 'vitest';
import { until } from '../../../packages/server/src/__fixtures__/until.ts';
import { VersionServer } from './version-server.ts';
import { count, readStamps } from './earlier-work.ts';
import { CURRENT } from './previous-version.ts';

export type BesideOptions = {
  database: string;
  stamps: string;
  /** The source of the earlier version. */
  earlier: { folder: string };
};

const EACH = process.env.TEST_FULL === '1' ? 40 : 12;
const names = (prefix: string): string[] => Array.from({ length: EACH }, (_, index) => `${prefix}-${index}`);

/** Has tasks done by a server, all at once. */
async function stampAll(server: VersionServer, prefix: string): Promise<string[]> {
  const tasks = names(prefix);
  const answers = await Promise.all(tasks.map((name) => server.post(name, `stamp ${name}`)));
  expect(answers).toMatchObject(tasks.map(() => ({ status: 'complete', response: 'done' })));
  return tasks;
}

/**
 * An earlier version serves, this one joins it on the same database while there is work, both serve, the earlier one is killed
 * in the middle of its work, comes back, and stays alone in the end. Gives what was to be done, and what was.
 */
export async function workBeside({
  database,
  stamps,
  earlier,
}: BesideOptions): Promise<{ tasks: string[]; stamped: string[] }> {
  const tasks: string[] = [];
  await using before = await VersionServer.start({ ...earlier, database, stamps });
  tasks.push(...(await stampAll(before, 'alone')));

  // The tables change under the hands of the earlier one.
  const working = stampAll(before, 'meanwhile');
  await using after = await VersionServer.start({ ...CURRENT, database, stamps });
  tasks.push(...(await working));

  const [byEarlier, byLater] = await Promise.all([stampAll(before, 'earlier'), stampAll(after, 'later')]);
  tasks.push(...byEarlier, ...byLater);
  // Each continues what the other has done.
  for (const [server, [name]] of [
    [after, byEarlier],
    [before, byLater],
  ] as const) {
    expect(await server.post(name!, 'say more')).toMatchObject({ response: 'more', status: 'complete' });
  }
  expect(await before.post('asked', 'ask you')).toMatchObject({ status: 'paused' });
  await after.call('/tasks/asked/resume', { body: { results: 'an answer' } });
  await until(async () => (await before.call('/tasks/asked')).body.status === 'complete');

  // What one has deleted is gone for the other as well.
  const gone = tasks.shift()!;
  expect(await after.call(`/tasks/${gone}`, { method: 'DELETE' })).toMatchObject({ status: 200 });
  expect((await after.call(`/tasks/${gone}`)).status).toBe(410);
  expect((await before.call(`/tasks/${gone}`)).status).toBe(404);

  // It knows no tombstones, though, and makes the task again when somebody asks for it: docs/database.md says so.
  expect(await before.post(gone, 'say again')).toMatchObject({ response: 'again' });

  // The later one takes over what the earlier one was at, and knows that it cannot know how the action has ended.
  void before.post('hangs', 'hang hangs').catch(() => undefined);
  await until(async () => (await readStamps(stamps)).includes('hangs'));
  await before.kill();
  await until(async () => (await after.call('/tasks/hangs')).body.status === 'complete', 40_000);
  tasks.push('hangs');

  // Whoever has to go back can.
  await using back = await VersionServer.start({ ...earlier, database, stamps });
  tasks.push(...(await stampAll(back, 'back')));
  expect(await after.stop()).toBe(0);
  tasks.push(...(await stampAll(back, 'last')));

  for (const name of tasks) {
    const { entries } = (await back.call(`/tasks/${name}/log`)).body as { entries: { type: string }[] };
    expect([name, count({ entries }, 'run-ended')]).toEqual([name, count({ entries }, 'run-started')]);
  }
  expect([before.log, back.log, after.log].join('')).not.toContain('"level":"error"');
  return { tasks: [gone, ...tasks].toSorted(), stamped: (await readStamps(stamps)).toSorted() };
}

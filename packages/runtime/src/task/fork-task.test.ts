import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { actor, complete } from '../__fixtures__/play.ts';
import { swarm } from '../swarm.ts';

test('a fork of a fork has the history of both', async () => {
  await using store = await openStore('sqlite::memory:');
  const lines = ['one', 'two', 'other two', 'last two'].map((text) => complete(text));
  const writer = actor('writer', lines, { commTargets: [], enableEntrypoint: true, canCompleteTasks: true });
  const team = swarm({ name: 'team', version: '1.0.0', entrypoint: 'writer', agents: [writer] });
  await using instance = await team.instantiate({ store, userId: 'u-1' });
  const { taskId } = await instance.postMessage({ body: 'first' });
  await instance.postMessage({ body: 'second', taskId });
  const fork = await instance.fork(taskId, { beforeRun: 2 });
  await instance.postMessage({ body: 'differently', taskId: fork });
  const again = await instance.fork(fork, { beforeRun: 1 });
  await instance.postMessage({ body: 'once more', taskId: again });

  const bodiesOf = async (id: string) => {
    const turns = await store.history((await instance.task(id))!.key, 'writer');
    return turns.flatMap(({ data }) =>
      (data.inputs as { message: { body: string } }[]).map(({ message }) => message.body),
    );
  };
  expect(await bodiesOf(fork)).toEqual(['first', 'differently']);
  expect(await bodiesOf(again)).toEqual(['first', 'once more']);
});

test('a fork before the first run has no history', async () => {
  await using store = await openStore('sqlite::memory:');
  const writer = actor('writer', [complete('one')], {
    commTargets: [],
    enableEntrypoint: true,
    canCompleteTasks: true,
  });
  const team = swarm({ name: 'team', version: '1.0.0', entrypoint: 'writer', agents: [writer] });
  await using instance = await team.instantiate({ store, userId: 'u-1' });
  const { taskId } = await instance.postMessage({ body: 'my secret plan' });
  const fork = await instance.fork(taskId, { beforeRun: 1 });
  const task = (await instance.task(fork))!;
  const { entries } = await store.read(task.key, 0, 100);
  expect(JSON.stringify([task.data, entries])).not.toContain('secret');
});

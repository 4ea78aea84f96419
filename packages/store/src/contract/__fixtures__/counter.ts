/**
 * A process for tests, one of several on the same store: `node counter.ts <url> <name> <rounds>`. In every round it adds
 * a plain entry to a shared task, which costs something, and counts the epoch of another one and a record up by one, against the others.
 */
import { type Instance, PosthouseError } from '@posthouse/protocol';
import { notice } from './samples.ts';
import { openStore } from '../../open-store.ts';
import type { Store } from '../../store.ts';
import type { TaskKey } from '../../task.ts';

const owner: Instance = { swarm: 'alpha', role: 'user', id: 'shared' };

async function countUp(store: Store, task: TaskKey): Promise<void> {
  for (;;) {
    const { epoch } = (await store.load(task)).task;
    try {
      await store.commit({ task, expect: { epoch }, entries: [notice(`${epoch + 1}`)], fence: true });
      return;
    } catch (error) {
      if (!PosthouseError.isInstance(error) || error.code !== 'fenced') throw error;
    }
  }
}

async function countRecordUp({ records }: Store): Promise<void> {
  for (;;) {
    const found = await records.get('counter', 'shared');
    const value = { count: Number(found?.value.count ?? 0) + 1 };
    try {
      await records.put('counter', 'shared', value, { expect: found?.version ?? 0 });
      return;
    } catch (error) {
      if (!PosthouseError.isInstance(error) || error.code !== 'stale') throw error;
    }
  }
}

const [url = '', name = '', rounds = ''] = process.argv.slice(2);
await using store = await openStore(url);
const { task: log } = await store.commit({ task: { owner, taskId: 'log' }, entries: [] });
const { task: counter } = await store.commit({ task: { owner, taskId: 'counter' }, entries: [] });
const spent = { day: '2026-11-18', by: name, calls: 1, inputTokens: 10, outputTokens: 1, cost: 0.5 };
for (let round = 0; round < Number(rounds); round += 1) {
  await Promise.all([
    store.commit({
      task: log.key,
      once: `${name} ${round}`,
      entries: [notice(`${name} ${round}`), notice('end')],
      spent,
    }),
    countUp(store, counter.key),
    countRecordUp(store),
  ]);
}

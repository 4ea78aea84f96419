/**
 * A process for tests, to be killed at any moment: `node turn-writer.ts <url> <tasks>`. Writes turn after turn to
 * several tasks at once and says on standard output, one line each, what was committed.
 */
import { writeSync } from 'node:fs';
import type { Instance } from '@posthouse/protocol';
import { mailTo, notice, turnOf } from './samples.ts';
import { openStore } from '../../open-store.ts';
import type { Store } from '../../store.ts';

const owner: Instance = { swarm: 'alpha', role: 'user', id: 'crash' };

/** Each turn is one write of five parts: two entries, one mail taken, one put, one turn row. */
async function writeTurns(store: Store, taskId: string): Promise<never> {
  const { task } = await store.commit({
    task: { owner, taskId },
    once: 'first mail',
    entries: [],
    put: [mailTo('a', { id: 'm-1' })],
  });
  for (let turn = (await store.history(task.key, 'a')).length + 1; ; turn += 1) {
    await store.commit({
      task: task.key,
      expect: { epoch: 0 },
      entries: [notice(`${turn} begins`), notice(`${turn} ends`)],
      take: [`m-${turn}`],
      put: [mailTo('a', { id: `m-${turn + 1}`, body: 'x'.repeat((turn * 37) % 5_000) })],
      turns: [turnOf('a', turn)],
    });
    // Written at once, not through a stream: what is said must not die with the process.
    writeSync(1, `${taskId} ${turn}\n`);
  }
}

const [url = '', tasks = ''] = process.argv.slice(2);
const store = await openStore(url);
await Promise.all(Array.from({ length: Number(tasks) }, (_, index) => writeTurns(store, `task-${index}`)));

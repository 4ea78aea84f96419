import { setTimeout as wait } from 'node:timers/promises';
import type { Instance } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../open-store.ts';
import type { Store } from '../../store.ts';
import { startProcess } from './start-process.ts';
import type { SharedOptions } from './two-processes-contract.ts';

const owner: Instance = { swarm: 'alpha', role: 'user', id: 'crash' };
const tasks = ['task-0', 'task-1', 'task-2', 'task-3'];
const program = new URL('./turn-writer.ts', import.meta.url);
const kills = process.env.TEST_FULL === '1' ? 20 : 3;

const moments = fc.sample(fc.record({ lines: fc.integer({ min: 1, max: 400 }), milliseconds: fc.nat({ max: 3 }) }), {
  numRuns: kills,
  seed: fc.readConfigureGlobal()?.seed ?? 0,
});

/** How many turns of a task are there, after checking that each is there with all of its parts. */
async function wholeTurns(store: Store, taskId: string): Promise<number> {
  const task = await store.find(owner, taskId);
  if (task === undefined) return 0;
  const { mail } = await store.load(task.key);
  const { entries, head } = await store.read(task.key, 0, 1_000_000);
  const turns = await store.history(task.key, 'a');
  const written = turns.length;
  const expected = {
    seqs: Array.from({ length: written * 2 }, (_, index) => index + 1),
    texts: turns.flatMap(({ turn }) => [`${turn} begins`, `${turn} ends`]),
    turns: Array.from({ length: written }, (_, index) => index + 1),
    mail: [`m-${written + 1}`],
    head: written * 2,
  };
  const actual = {
    seqs: entries.map(({ seq }) => seq),
    texts: entries.map((entry) => (entry.type === 'notice' ? entry.text : entry.type)),
    turns: turns.map(({ turn }) => turn),
    mail: mail.map(({ id }) => id),
    head,
  };
  if (JSON.stringify(actual) !== JSON.stringify(expected))
    throw new Error(`half a write in ${taskId}`, { cause: actual });
  return written;
}

/** A process that dies at any moment. */
export function crashContract({ newURL }: SharedOptions): void {
  describe('a process that is killed while it writes', () => {
    it(`leaves everything it has confirmed, and nothing by halves (${kills} times)`, async () => {
      const url = await newURL();
      const confirmed = new Map<string, number>(tasks.map((task) => [task, 0]));
      for (const { lines, milliseconds } of moments) {
        const writer = startProcess(program, [url, `${tasks.length}`]);
        await writer.hasSaid(lines);
        await wait(milliseconds);
        writer.child.kill('SIGKILL');
        expect(await writer.ended).toBeNull();
        for (const line of writer.lines) {
          const [task = '', turn] = line.split(' ');
          confirmed.set(task, Number(turn));
        }
        await using store = await openStore(url);
        for (const [task, turns] of confirmed) {
          const written = await wholeTurns(store, task);
          // One write per task may have been on its way.
          expect([turns, turns + 1]).toContain(written);
          confirmed.set(task, written);
        }
      }
      expect([...confirmed.values()].reduce((sum, turns) => sum + turns)).toBeGreaterThan(kills);
    });
  });
}

import { describe, expect, it } from 'vitest';
import { openStore } from '../../open-store.ts';
import type { Write } from '../../write/write.ts';
import { eraseAll } from './deletion-contract.ts';
import { alice, notice, refusalOf, sessionOf } from './samples.ts';
import type { SharedOptions } from './two-processes-contract.ts';

const rounds = process.env.TEST_FULL === '1' ? 300 : 30;

/** Deleting while another process writes, at the same moment or nearly so. */
export function deletionRacesContract({ newURL }: SharedOptions): void {
  describe('a deletion that races with writes of another process', () => {
    const nameOf = (round: number) => ({ owner: alice, taskId: `task ${round}` });
    /** Sometimes the one is a little earlier, sometimes the other. */
    const later = async <T>(round: number, work: () => Promise<T>): Promise<T> => {
      if (round % 3 > 0) await new Promise((resolve) => setTimeout(resolve, (round % 3) - 1));
      return work();
    };

    it('leaves no task, whether there was one before or not', async () => {
      const url = await newURL();
      await using here = await openStore(url);
      await using there = await openStore(url);
      for (let round = 0; round < rounds; round += 1) {
        const task = nameOf(round);
        if (round % 2 === 0) await here.commit({ task, entries: [notice()] });
        const outcomes = await Promise.allSettled([
          later(round, () => there.deletions.bury(task)),
          later(round + 1, () => here.commit({ task, once: 'k', entries: [notice()] })),
          later(round + 2, () => here.commit({ task, once: 'k', entries: [notice()] })),
        ]);
        expect(outcomes[0]).toMatchObject({ status: 'fulfilled' });
        expect(await refusalOf(here.find(alice, task.taskId))).toBe('task_deleted');
        expect(await refusalOf(there.commit({ task, entries: [] }))).toBe('task_deleted');
      }
      expect(await here.list(alice, undefined, 10)).toEqual([]);
    });

    it('leaves no line of a transcript', async () => {
      const url = await newURL();
      await using here = await openStore(url);
      await using there = await openStore(url);
      for (let round = 0; round < rounds / 5; round += 1) {
        const transcript = `talk ${round}`;
        const { owner } = await here.sessions.put(sessionOf(`s-${round}`, { taskId: transcript }));
        const line = (message: number, after: number) => ({
          transcript,
          message,
          after,
          ...(after === 0 ? { id: `m-${message}` } : {}),
          lines: ['x'],
        });
        await here.transcripts.append(line(1, 0));
        const writing = (async () => {
          await here.transcripts.append({ ...line(2, 0), durability: 'normal' });
          for (let after = 1; after < 20; after += 1) {
            await here.transcripts.append({ ...line(1, after), durability: after % 2 === 0 ? 'normal' : 'full' });
          }
        })();
        const deleting = later(round, async () => {
          await there.sessions.delete(owner, `s-${round}`, { forGood: true });
          await eraseAll(there);
        });
        await Promise.allSettled([writing, deleting]);
        await eraseAll(there);
        expect([round, await there.transcripts.messages(transcript, 1, 2)]).toEqual([round, []]);
      }
    });

    it('keeps its idempotency keys from starting a task afterwards', async () => {
      const url = await newURL();
      await using here = await openStore(url);
      await using there = await openStore(url);
      const idsOf = async () => (await there.list(alice, undefined, rounds * 2)).map(({ taskId }) => taskId);
      let refused = 0;
      for (let round = 0; round < rounds; round += 1) {
        const once = `key ${round}`;
        await here.commit({ task: nameOf(round), once, entries: [notice()] });
        const again = { owner: alice, taskId: `again ${round}` };
        const write: Write = { task: again, once, unlessKeyDeleted: true, entries: [notice()] };
        const [[known], posted] = await Promise.all([
          later(round, () => there.deletions.bury(nameOf(round))).then(async () => [await idsOf()]),
          later(round + 1, () => refusalOf(here.commit(write))).catch(() => undefined),
        ]);
        if (posted === 'task_deleted') refused += 1;
        expect(await idsOf()).toEqual(known);
        expect(await refusalOf(here.commit({ ...write, task: { owner: alice, taskId: 'late' } }))).toBe('task_deleted');
        // Whoever names the task means another one.
        await here.commit({ task: { owner: alice, taskId: `named ${round}` }, once, entries: [notice()] });
      }
      expect(refused).toBeGreaterThan(0);
    });
  });
}

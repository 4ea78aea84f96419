import { describe, expect, it } from 'vitest';
import { openStore } from '../../open-store.ts';
import type { TaskKey } from '../../task.ts';
import { begin, liveText, mailTo, notice, runStarted } from './samples.ts';
import type { SharedOptions } from './two-processes-contract.ts';

const pollMilliseconds = 5;

/** The first change that is told, if there is one. */
export async function firstOf(changes: AsyncIterable<TaskKey>): Promise<TaskKey | undefined> {
  for await (const key of changes) return key;
  return undefined;
}

/** Two stores on one database, each of which stands for a process. */
export function othersContract({ newURL }: SharedOptions): void {
  describe('a write of another process', () => {
    it('a write of another process is noticed', async () => {
      const url = await newURL();
      await using here = await openStore(url, { pollMilliseconds });
      await using there = await openStore(url);
      const changes = here.changes(new AbortController().signal);
      const { task } = await begin(there, { entries: [notice()] });
      expect(await firstOf(changes)).toBe(task.key);
      expect((await here.read(task.key, 0, 10)).entries).toHaveLength(1);
    });

    it('a write of another process without entries is noticed: mail, status and data count', async () => {
      const url = await newURL();
      await using here = await openStore(url, { pollMilliseconds });
      await using there = await openStore(url);
      const { task } = await begin(here, { entries: [runStarted()] });
      const write = { task: task.key, entries: [] };
      for (const change of [
        { data: { title: 'Trip' } },
        { status: 'paused' as const },
        { put: [mailTo('writer')] },
        { fence: true as const },
      ]) {
        const changes = here.changes(new AbortController().signal);
        await there.commit({ ...write, ...change });
        expect(await firstOf(changes)).toBe(task.key);
      }
    });

    it('live text of another process is noticed; one hint may be lost, since there is always another', async () => {
      const url = await newURL();
      await using here = await openStore(url, { pollMilliseconds });
      await using there = await openStore(url);
      const { task } = await begin(here, { entries: [runStarted()] });
      const noticed = firstOf(here.changes(new AbortController().signal));
      let text = '';
      const writing = setInterval(() => {
        text += 'Once upon a time. ';
        void there.saveLive([{ task: task.key, text: liveText('writer', 1, { text }) }]);
      }, 20);
      expect(await noticed).toBe(task.key);
      clearInterval(writing);
      await there.saveLive([]);
    });

    it('no write is missed when two processes write by turns', async () => {
      const url = await newURL();
      await using here = await openStore(url, { pollMilliseconds });
      await using there = await openStore(url, { pollMilliseconds });
      const seen = { here: new Set<TaskKey>(), there: new Set<TaskKey>() };
      const controller = new AbortController();
      const listen = async (changes: AsyncIterable<TaskKey>, keys: Set<TaskKey>): Promise<void> => {
        for await (const key of changes) keys.add(key);
      };
      const listening = [
        listen(here.changes(controller.signal), seen.here),
        listen(there.changes(controller.signal), seen.there),
      ];
      const made: TaskKey[] = [];
      for (let round = 0; round < 20; round += 1) {
        const both = await Promise.all([begin(here), begin(there)]);
        made.push(...both.map(({ task }) => task.key));
      }
      await expect.poll(() => [seen.here.size, seen.there.size]).toEqual([made.length, made.length]);
      controller.abort();
      await Promise.all(listening);
      expect(new Set(made).size).toBe(made.length);
    });

    it('the next write knows what another process wrote, whatever was cached of the task', async () => {
      const url = await newURL();
      await using here = await openStore(url);
      await using there = await openStore(url);
      const { task } = await begin(here);
      for (let round = 1; round <= 20; round += 1) {
        const store = round % 2 === 0 ? here : there;
        const { task: after } = await store.commit({
          task: task.key,
          entries: [notice()],
          expect: { epoch: round - 1 },
          fence: true,
        });
        expect(after).toMatchObject({ head: round, epoch: round });
      }
    });

    it('leaves a task that can be written to by its key and by its name at once', async () => {
      const url = await newURL();
      await using here = await openStore(url);
      await using there = await openStore(url);
      const { task } = await begin(there, { put: [mailTo('writer', { id: 'm-1' })] });
      const { owner, taskId } = task;
      const [byKey, byName] = await Promise.all([
        here.commit({ task: task.key, entries: [notice('key')], fence: true, take: ['m-1'] }),
        here.commit({ task: { owner, taskId }, entries: [notice('name')], data: { title: 'Trip' } }),
      ]);
      expect([byKey.task.head, byName.task.head].toSorted()).toEqual([1, 2]);
      const { task: after, mail } = await there.load(task.key);
      expect(after).toMatchObject({ head: 2, epoch: 1, data: { title: 'Trip' } });
      expect(mail).toEqual([]);
    });
  });
}

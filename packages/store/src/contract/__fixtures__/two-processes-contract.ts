import type { Instance } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { openStore } from '../../open-store.ts';
import { startProcess } from './start-process.ts';

/** What a suite about several processes is given: the URL of a new database at every call. */
export type SharedOptions = { newURL: () => string | Promise<string> };

const owner: Instance = { swarm: 'alpha', role: 'user', id: 'shared' };
const program = new URL('./counter.ts', import.meta.url);
const opener = new URL('./opener.ts', import.meta.url);
const openings = process.env.TEST_FULL === '1' ? 20 : 4;
const rounds = process.env.TEST_FULL === '1' ? 500 : 100;

/** Several processes on one store. */
export function twoProcessesContract({ newURL }: SharedOptions): void {
  describe('two processes that write to the same tasks', () => {
    it('lose nothing, leave no gap, and never both win', async () => {
      const url = await newURL();
      const names = ['server', 'command'];
      const processes = names.map((name) => startProcess(program, [url, name, `${rounds}`]));
      expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0]);

      await using store = await openStore(url);
      const log = await store.find(owner, 'log');
      const { entries } = await store.read(log?.key ?? '', 0, 1_000_000);
      expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: rounds * 4 }, (_, index) => index + 1));
      const texts = entries.map((entry) => (entry.type === 'notice' ? entry.text : ''));
      for (const name of names) {
        const own = texts.filter((text) => text.startsWith(name));
        expect(own).toEqual(Array.from({ length: rounds }, (_, round) => `${name} ${round}`));
      }
      // Both entries of a write stand together, whoever else was writing.
      expect(texts.filter((_, index) => index % 2 === 1)).toEqual(Array.from({ length: rounds * 2 }, () => 'end'));
      const times = entries.map(({ at }) => at);
      expect(times).toEqual(times.toSorted());

      const counter = await store.find(owner, 'counter');
      expect(counter).toMatchObject({ epoch: rounds * 2, head: rounds * 2 });
      const counted = (await store.read(counter?.key ?? '', 0, 1_000_000)).entries;
      expect(counted.map((entry) => (entry.type === 'notice' ? Number(entry.text) : 0))).toEqual(
        Array.from({ length: rounds * 2 }, (_, index) => index + 1),
      );
      expect(await store.records.get('counter', 'shared')).toMatchObject({ value: { count: rounds * 2 } });

      const total = { calls: rounds * 2, inputTokens: rounds * 20, outputTokens: rounds * 2, cost: rounds };
      const day = { day: '2026-11-18', swarm: 'alpha' };
      expect(await store.spending.sum(day)).toEqual(total);
      expect(await store.spending.sum({ ...day, caller: owner })).toEqual(total);
      expect(await store.spending.sum(day, { without: 'server' })).toMatchObject({ calls: rounds });
    });

    it('two processes may create a database at the same moment', async () => {
      const urls: string[] = [];
      while (urls.length < openings) urls.push(await newURL());
      // Far enough ahead that all of them are waiting for it.
      const start = `${Date.now() + 2_000}`;
      const processes = ['a', 'b', 'c', 'd'].map(() => startProcess(opener, [start, ...urls]));
      expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0, 0, 0]);
    });
  });
}

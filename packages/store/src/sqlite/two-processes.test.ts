import { describe, expect, it } from 'vitest';
import type { Instance } from '@posthouse/protocol';
import { openStore } from '../open-store.ts';
import { temporaryFolder } from './__fixtures__/temporary-folder.ts';
import { startProcess } from './__fixtures__/start-process.ts';

const { newPath } = temporaryFolder();
const owner: Instance = { swarm: 'alpha', role: 'user', id: 'shared' };
const program = new URL('./__fixtures__/counter.ts', import.meta.url);
const rounds = process.env.TEST_FULL === '1' ? 2_000 : 100;

describe('two processes that write to the same tasks', () => {
  it('lose nothing, leave no gap, and never both win', async () => {
    const path = newPath();
    const names = ['server', 'command'];
    const processes = names.map((name) => startProcess(program, [path, name, `${rounds}`]));
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0]);

    await using store = await openStore(`sqlite:${path}`);
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
  });

  it('may open a new file at the same moment', async () => {
    const path = newPath();
    const processes = ['a', 'b', 'c'].map((name) => startProcess(program, [path, name, '1']));
    expect(await Promise.all(processes.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    await using store = await openStore(`sqlite:${path}`);
    expect(await store.find(owner, 'counter')).toMatchObject({ epoch: 3, head: 3 });
  });
});

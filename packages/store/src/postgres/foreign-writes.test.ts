import { describe, expect, it } from 'vitest';
import { ForeignWrites } from './foreign-writes.ts';
import type { Connection } from './statement.ts';

type Look = { now: number; earliest: string; changes?: [task: number, xact: string][] };

/** A database that answers looks as it is told, and remembers what else it was asked. */
function toldDatabase(looks: Look[]): {
  connection: Connection;
  asked: { name: string; values: readonly unknown[] }[];
} {
  const asked: { name: string; values: readonly unknown[] }[] = [];
  const connection: Connection = {
    async run({ name }, values = []) {
      asked.push({ name, values });
      if (name === 'task-select-updated') return [{ id: 99 }] as never;
      if (name !== 'change-since') return [];
      const { now, earliest, changes = [] } = looks.shift() as Look;
      const moment = { snapshot: `${earliest}:`, earliest, now };
      if (changes.length === 0) return [{ ...moment, task: null, xact: null }] as never;
      return changes.map(([task, xact]) => ({ ...moment, task, xact })) as never;
    },
  };
  return { connection, asked };
}

function listen(looks: Look[]) {
  const heard: string[] = [];
  const { connection, asked } = toldDatabase(looks);
  const moment = { snapshot: '1:', earliest: '1', now: 0 };
  const others = new ForeignWrites({ connection, moment, origin: 'me', announce: (keys) => heard.push(...keys) });
  return { others, heard, asked };
}

describe('ForeignWrites', () => {
  it('announces notices of other processes at once, and not our own', () => {
    const { others, heard } = listen([]);
    others.hear('you 5:10,11 :12');
    others.hear('me 6:13');
    expect(heard).toEqual(['10', '11', '12']);
  });

  it('finds writes by looking, from the last look on', async () => {
    const { others, heard, asked } = listen([
      { now: 1_000, earliest: '6', changes: [[10, '5']] },
      { now: 2_000, earliest: '7' },
    ]);
    await others.look();
    await others.look();
    expect(heard).toEqual(['10']);
    expect(asked.map(({ values }) => values)).toEqual([['1:'], ['6:']]);
  });

  it('a look does not announce what a notice said, or what we wrote', async () => {
    const { others, heard } = listen([
      {
        now: 1_000,
        earliest: '5',
        changes: [
          [10, '5'],
          [11, '6'],
          [12, '7'],
        ],
      },
    ]);
    others.hear('you 5:10');
    others.committed('6');
    await others.look();
    expect(heard).toEqual(['10', '12']);
  });

  it('a notice does not announce what a look has found', async () => {
    const { others, heard } = listen([{ now: 1_000, earliest: '5', changes: [[10, '5']] }]);
    await others.look();
    others.hear('you 5:10');
    others.hear('you 6:10');
    expect(heard).toEqual(['10', '10']);
  });

  it('a notice that comes late does not announce what an earlier look has found', async () => {
    const { others, heard } = listen([
      { now: 1_000, earliest: '5', changes: [[10, '5']] },
      { now: 2_000, earliest: '7' },
    ]);
    await others.look();
    await others.look();
    others.hear('you 5:10');
    expect(heard).toEqual(['10']);
  });

  it('looks once at a time', async () => {
    const { others, asked } = listen([{ now: 1_000, earliest: '6' }]);
    await Promise.all([others.look(), others.look(), others.look()]);
    expect(asked).toHaveLength(1);
  });

  it('looks at the tasks themselves after being away for too long', async () => {
    const { others, heard, asked } = listen([{ now: 31_000, earliest: '900', changes: [[10, '899']] }]);
    await others.look();
    expect(heard).toEqual(['10', '99']);
    expect(asked.find(({ name }) => name === 'task-select-updated')?.values).toEqual([-60_000]);
  });

  it('deletes the records of changes after a minute, and not much later', async () => {
    // Every second there is one transaction, whose number is that of the second.
    const seconds = Array.from({ length: 100 }, (_, index) => index + 1);
    const { others, asked } = listen(seconds.map((second) => ({ now: second * 1_000, earliest: `${second}` })));
    const forgotten: { second: number; before: number }[] = [];
    for (const second of seconds) {
      await others.look();
      for (const { name, values } of asked.splice(0)) {
        if (name === 'change-delete') forgotten.push({ second, before: Number(values[0]) });
      }
    }
    expect(forgotten.length).toBeGreaterThan(0);
    for (const { second, before } of forgotten) {
      expect(second - before).toBeGreaterThan(60);
      expect(second - before).toBeLessThan(80);
    }
  });

  it('finds writes by a later look if one fails', async () => {
    let fails = true;
    const { connection } = toldDatabase([{ now: 1_000, earliest: '6', changes: [[10, '5']] }]);
    const flaky: Connection = {
      run: (...values) => (fails ? Promise.reject(new Error('lost')) : connection.run(...values)),
    };
    const heard: string[] = [];
    const moment = { snapshot: '1:', earliest: '1', now: 0 };
    const others = new ForeignWrites({
      connection: flaky,
      moment,
      origin: 'me',
      announce: (keys) => heard.push(...keys),
    });
    await expect(others.look()).rejects.toThrow('lost');
    fails = false;
    await others.look();
    expect(heard).toEqual(['10']);
  });
});

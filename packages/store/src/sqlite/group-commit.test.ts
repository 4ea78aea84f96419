import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Durability } from '../transcript.ts';
import { GroupCommit, type GroupCommitOptions, type Transactions } from './group-commit.ts';

class BusyError extends Error {}

type Faults = { busy?: number; begin?: Error; commit?: Error };

/** A database that only remembers what happened to it. A value counts when its transaction is committed. */
function fakeDatabase(faults: Faults = {}) {
  const kept: string[] = [];
  const groups: number[] = [];
  const asked: Durability[] = [];
  const savepoints = { count: 0 };
  let open = false;
  let current: string[] = [];
  const transactions: Transactions = {
    isBusy: (error) => error instanceof BusyError,
    isOpen: () => open,
    begin(durability) {
      asked.push(durability);
      if ((faults.busy ?? 0) > 0) {
        faults.busy = (faults.busy ?? 0) - 1;
        throw new BusyError('somebody else is writing');
      }
      if (faults.begin !== undefined) throw faults.begin;
      open = true;
    },
    attempt(work) {
      savepoints.count += 1;
      const before = current.length;
      try {
        return work();
      } catch (error) {
        current.length = before;
        throw error;
      }
    },
    commit() {
      if (faults.commit !== undefined) throw faults.commit;
      groups.push(current.length);
      kept.push(...current);
      current = [];
      open = false;
    },
    rollback() {
      current = [];
      open = false;
    },
  };
  return {
    transactions,
    kept,
    groups,
    asked,
    savepoints,
    faults,
    write: (text: string) => (): string => {
      current.push(text);
      return text;
    },
    /** A job that SQLite answers by undoing everything, as it does when the disk is full. */
    undoAll: (): never => {
      current = [];
      open = false;
      throw new Error('undone');
    },
  };
}

function groupOf(faults: Faults = {}, options: Omit<GroupCommitOptions, 'transactions'> = {}) {
  const database = fakeDatabase(faults);
  // Only the tests that are about time have a limit: a slow machine must not split the groups of the others.
  const group = new GroupCommit({ transactions: database.transactions, workMilliseconds: Infinity, ...options });
  return { ...database, group };
}

const fail = (): never => {
  throw new Error('refused');
};

describe('a group of jobs', () => {
  it('a group has everything of a tick, in the order of the calls', async () => {
    const { group, write, kept, groups } = groupOf();
    const first = ['a', 'b', 'c'].map((text) => group.run(write(text)));
    // Several steps later, and still the same tick.
    const late = Promise.resolve()
      .then(() => undefined)
      .then(() => group.run(write('d')));
    expect(await Promise.all([...first, late])).toEqual(['a', 'b', 'c', 'd']);
    expect([kept, groups]).toEqual([['a', 'b', 'c', 'd'], [4]]);
  });

  it('waits for the disk unless no job in it needs that', async () => {
    const { group, write, asked } = groupOf();
    await Promise.all([group.run(write('a'), 'normal'), group.run(write('b'), 'normal')]);
    await Promise.all([group.run(write('c'), 'normal'), group.run(write('d'))]);
    await group.run(write('e'), 'full');
    expect(asked).toEqual(['normal', 'full', 'full']);
  });

  it('a job is not done before its group is committed', async () => {
    const { group, write, kept } = groupOf();
    const job = group.run(write('a'));
    expect(kept).toEqual([]);
    await job;
    expect(kept).toEqual(['a']);
  });

  it('continues without a job that fails', async () => {
    const { group, write, kept } = groupOf();
    const outcomes = await Promise.allSettled([group.run(write('a')), group.run(fail), group.run(write('b'))]);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(kept).toEqual(['a', 'b']);
  });

  it('needs savepoints only when a job fails', async () => {
    const { group, write, kept, savepoints } = groupOf();
    await Promise.all(['a', 'b'].map((text) => group.run(write(text))));
    expect(savepoints.count).toBe(0);
    await Promise.allSettled([group.run(write('c')), group.run(fail)]);
    expect(savepoints.count).toBe(2);
    await group.run(write('d'));
    await group.run(write('e'));
    expect([kept, savepoints.count]).toEqual([['a', 'b', 'c', 'd', 'e'], 3]);
  });

  it('keeps nothing of a failed job', async () => {
    const { group, write, kept } = groupOf();
    const half = (): never => {
      write('half')();
      return fail();
    };
    await Promise.allSettled([group.run(write('a')), group.run(half), group.run(write('b')), group.run(half)]);
    expect(kept).toEqual(['a', 'b']);
  });

  it('fails whole when it cannot be committed, refused jobs included', async () => {
    const { group, write, kept, faults } = groupOf({ commit: new Error('no room') });
    const outcomes = await Promise.allSettled([group.run(write('a')), group.run(fail), group.run(write('b'))]);
    for (const outcome of outcomes)
      expect(outcome).toMatchObject({ status: 'rejected', reason: { message: /no room/ } });
    expect(kept).toEqual([]);
    delete faults.commit;
    expect(await group.run(write('c'))).toBe('c');
    expect(kept).toEqual(['c']);
  });

  it('a group is repeated without the job that undid it', async () => {
    const { group, write, undoAll, kept, groups } = groupOf();
    const jobs = [group.run(write('a')), group.run(write('b')), group.run(undoAll), group.run(write('c'))];
    const outcomes = await Promise.allSettled(jobs);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect([kept, groups]).toEqual([['a', 'b', 'c'], [3]]);
  });

  it('ends when it has taken long enough, and the rest goes into the next groups', async () => {
    const { group, write, groups } = groupOf({}, { workMilliseconds: 5 });
    const slow = (text: string) => (): string => {
      const end = performance.now() + 2;
      while (performance.now() < end);
      return write(text)();
    };
    await Promise.all(Array.from({ length: 12 }, (_, index) => group.run(slow(`${index}`))));
    expect(groups.length).toBeGreaterThan(1);
    expect(Math.max(...groups)).toBeLessThanOrEqual(4);
    expect(groups.reduce((sum, size) => sum + size)).toBe(12);
  });

  it('a group has at least one job, however short the time', async () => {
    const { group, write, groups } = groupOf({}, { workMilliseconds: 0 });
    await Promise.all(['a', 'b'].map((text) => group.run(write(text))));
    expect(groups).toEqual([1, 1]);
  });

  it('lets other code run between groups', async () => {
    const { group, write } = groupOf({}, { workMilliseconds: 0 });
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 0);
    const slow = (): void => {
      const end = performance.now() + 2;
      while (performance.now() < end);
      write('x')();
    };
    await Promise.all(Array.from({ length: 20 }, () => group.run(slow)));
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
  });
});

describe('a database that another process is writing to', () => {
  it('writes wait while another process is writing', async () => {
    const { group, write, kept, groups, faults } = groupOf({ busy: Infinity });
    const early = group.run(write('a'));
    await wait(3);
    const late = group.run(write('b'));
    faults.busy = 1;
    expect(await Promise.all([early, late])).toEqual(['a', 'b']);
    expect([kept, groups]).toEqual([['a', 'b'], [2]]);
  });

  it('a write fails when another process is writing for longer than the time limit', async () => {
    const { group, write, kept, faults } = groupOf({ busy: Infinity }, { giveUpMilliseconds: 20 });
    const outcomes = await Promise.allSettled([group.run(write('a')), group.run(write('b'))]);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { message: /somebody else is writing/ } });
    faults.busy = 1;
    expect(await group.run(write('c'))).toBe('c');
    expect(kept).toEqual(['c']);
  });

  it('a database that fails is not taken for a busy one', async () => {
    const { group, write } = groupOf({ begin: new Error('gone') });
    await expect(group.run(write('a'))).rejects.toMatchObject({ code: 'internal', message: /gone/ });
  });
});

describe('waiting for all jobs', () => {
  it('ends at once when there are none', async () => {
    const { group } = groupOf();
    await expect(group.idle()).resolves.toBeUndefined();
  });

  it('ends when the last job is settled, whatever its outcome', async () => {
    const { group, write, kept } = groupOf({ busy: 2 }, { workMilliseconds: 0 });
    const jobs = [group.run(write('a')), group.run(write('b')), group.run(fail)];
    const settled = Promise.allSettled(jobs);
    await group.idle();
    expect(kept).toEqual(['a', 'b']);
    await settled;
  });
});

import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import type { Durability } from '../transcript.ts';
import type { StoredTask } from '../write/stored-task.ts';
import { TaskCache } from './task-cache.ts';
import { sqliteTransactions } from './transactions.ts';

/** Transactions on a table of numbers, with others who write what the test says. */
function setUp(look: () => string[] | undefined = () => undefined, isUsed = true, durability: Durability = 'full') {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE number (value INTEGER)');
  const announced: string[] = [];
  const numbers: number[] = [];
  const place = { cache: new TaskCache(), change: 0, changed: new Set<string>() };
  const others = {
    look,
    nextChange: 7,
    isUsed: () => isUsed,
    committed: (change: number) => void numbers.push(change),
  };
  const announce = (keys: Iterable<string>): void => void announced.push(...keys);
  return {
    database,
    place,
    announced,
    numbers,
    transactions: sqliteTransactions({ database, durability, place, others, announce }),
    insert: (value: number) => () => void database.exec(`INSERT INTO number VALUES (${value})`),
    values: () =>
      database
        .prepare('SELECT value FROM number')
        .all()
        .map(({ value }) => value),
  };
}

const cached = { key: '1' } as StoredTask;

describe('a transaction', () => {
  it('keeps what was done in it, and then reports which tasks changed', () => {
    const { transactions, insert, values, place, announced, numbers } = setUp();
    transactions.begin('full');
    expect([transactions.isOpen(), place.change]).toEqual([true, 7]);
    transactions.attempt(insert(1));
    place.changed.add('1');
    expect(announced).toEqual([]);
    transactions.commit();
    expect([values(), announced, numbers, place.changed.size]).toEqual([[1], ['1'], [7], 0]);
    expect(transactions.isOpen()).toBe(false);
  });

  it.each([
    // What the connection is for, what a transaction asks for, and what SQLite calls it.
    ['full', 'full', 2],
    ['full', 'normal', 1],
    ['normal', 'full', 1],
    ['normal', 'normal', 1],
  ] as const)('waits for the disk, on a connection that is %s, as asked: %s', (most, wanted, level) => {
    const { database, transactions } = setUp(undefined, true, most);
    database.exec(`PRAGMA synchronous = ${most}`);
    for (const durability of ['normal', 'full', wanted] as const) {
      transactions.begin(durability);
      transactions.commit();
    }
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: level });
  });

  it('leaves its number to the next one if it has used it for nothing', () => {
    const { transactions, insert, numbers } = setUp(undefined, false);
    transactions.begin('full');
    transactions.attempt(insert(1));
    transactions.commit();
    expect(numbers).toEqual([]);
  });

  it('undoes a job that fails completely, and no other', () => {
    const { transactions, insert, values, place } = setUp();
    transactions.begin('full');
    transactions.attempt(insert(1));
    place.cache.set(cached);
    const failing = (): never => {
      insert(2)();
      throw new Error('refused');
    };
    expect(() => transactions.attempt(failing)).toThrow('refused');
    expect([transactions.isOpen(), place.cache.get('1')]).toEqual([true, undefined]);
    transactions.attempt(insert(3));
    transactions.commit();
    expect(values()).toEqual([1, 3]);
  });

  it('a transaction is over if SQLite has undone it', () => {
    const { transactions, database, insert, values } = setUp();
    transactions.begin('full');
    transactions.attempt(insert(1));
    const failing = (): never => {
      database.exec('ROLLBACK');
      throw new Error('the disk is full');
    };
    expect(() => transactions.attempt(failing)).toThrow('the disk is full');
    expect(transactions.isOpen()).toBe(false);
    transactions.rollback();
    expect(values()).toEqual([]);
  });

  it('a transaction is undone whole when a job cannot be undone alone', () => {
    const { transactions, database, insert, values } = setUp();
    transactions.begin('full');
    transactions.attempt(insert(1));
    const failing = (): never => {
      insert(2)();
      // Without its savepoint, the job cannot be told from the ones before.
      database.exec('RELEASE job');
      throw new Error('refused');
    };
    expect(() => transactions.attempt(failing)).toThrow('refused');
    expect([transactions.isOpen(), values()]).toEqual([false, []]);
  });

  it('leaves nothing behind when it is rolled back: no row, no cached state, no hint', () => {
    const { transactions, insert, values, place, announced } = setUp();
    transactions.begin('full');
    transactions.attempt(insert(1));
    place.cache.set(cached);
    place.changed.add('1');
    transactions.rollback();
    expect([values(), place.cache.get('1'), place.changed.size, announced]).toEqual([[], undefined, 0, []]);
    expect(transactions.isOpen()).toBe(false);
  });
});

describe('writes of others seen by a transaction', () => {
  it('writes of others seen by a transaction are announced when it begins, and empty the cache', () => {
    const { transactions, place, announced } = setUp(() => ['5']);
    place.cache.set(cached);
    transactions.begin('full');
    expect([announced, place.cache.get('1')]).toEqual([['5'], undefined]);
    transactions.rollback();
    expect(announced).toEqual(['5']);
  });

  it('change nothing if there are none', () => {
    const { transactions, place } = setUp();
    place.cache.set(cached);
    transactions.begin('full');
    expect(place.cache.get('1')).toBe(cached);
  });

  it('an error while reading the writes of others leaves no transaction open', () => {
    const { transactions } = setUp(() => {
      throw new Error('unreadable');
    });
    expect(() => transactions.begin('full')).toThrow('unreadable');
    expect(transactions.isOpen()).toBe(false);
    expect(() => transactions.begin('full')).toThrow('unreadable');
  });
});

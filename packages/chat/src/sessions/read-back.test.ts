import type { LogEntry } from '@posthouse/protocol';
import type { Store } from '@posthouse/store';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { PlayedChat, type Step } from './__fixtures__/played-chat.ts';
import { type Arranged, MessageArranger } from './arrange-messages.ts';
import { findRun, toRuns } from './find-runs.ts';
import { readBack } from './read-back.ts';

const repeat = <Item>(count: number, ...items: Item[]): Item[] => Array.from({ length: count }, () => items).flat();

function arrangeAll(log: readonly LogEntry[], beforeRun = Infinity): Arranged[] {
  const arranger = new MessageArranger();
  const end = log.findIndex(({ run }) => run >= beforeRun);
  const read = end === -1 ? log : log.slice(0, end);
  return [...read.flatMap((entry) => arranger.take(entry)), ...arranger.rest()];
}

/** A store with one log, that counts what is read of it. */
function storeOf(log: readonly LogEntry[]) {
  const seen = { entries: 0 };
  const store: Pick<Store, 'read'> = {
    read: async (_, after, limit) => {
      const entries = log.slice(after, after + limit);
      seen.entries += entries.length;
      return { entries, live: [], head: log.length };
    },
  };
  return { store, seen, task: { key: '1', head: log.length } };
}

const anyStep = fc.constantFrom<Step[]>(
  ...(['post', 'post', 'cut in', 'turn to helper', 'answer', 'answer', 'stop', 'ask', 'work'] as const),
);

describe('a conversation read from its end', () => {
  let logs: LogEntry[][];
  beforeAll(async () => {
    const plays = fc.sample(fc.array(anyStep, { minLength: 10, maxLength: 40, size: 'max' }), 24);
    logs = await Promise.all(plays.map((steps) => PlayedChat.record(steps)));
  }, 60_000);

  test('a conversation read from its end is the same as from its beginning, as far as it was read', async () => {
    const options = [fc.nat(), fc.integer({ min: 1, max: 12 }), fc.option(fc.nat(12), { nil: undefined })] as const;
    await fc.assert(
      fc.asyncProperty(...options, async (number, firstRead, beforeRun) => {
        const log = logs[number % logs.length]!;
        const { store, task } = storeOf(log);
        const all = arrangeAll(log, beforeRun);
        let last: Arranged[] = [];
        for await (const items of readBack(store, task, { beforeRun, firstRead })) {
          expect(items).toEqual(all.slice(all.length - items.length));
          expect(toRuns(items)).toEqual(toRuns(all).slice(toRuns(all).length - toRuns(items).length));
          expect(items.length).toBeGreaterThanOrEqual(last.length);
          last = items;
        }
        expect(last).toEqual(all);
      }),
    );
  });

  test('reading from the end costs only the part that is wanted, however long the conversation is', async () => {
    const log = await PlayedChat.record(repeat<Step>(150, 'post', 'work', 'answer'));
    const perRun = log.length / 150;
    const { store, seen, task } = storeOf(log);
    expect(await findRun(store, task, (runs) => runs.at(-1))).toMatchObject({ run: 150 });
    expect(seen.entries).toBe(250);
    expect(await findRun(store, task, (runs) => runs.find(({ run }) => run === 100))).toMatchObject({ run: 100 });
    expect(seen.entries).toBeLessThan(250 + 2 * 52 * perRun);
  });

  test('a conversation is read to its beginning when everything in it is connected', async () => {
    const log = await PlayedChat.record([...repeat<Step>(20, 'post'), ...repeat<Step>(20, 'answer')]);
    const { store, task } = storeOf(log);
    const reads: number[] = [];
    for await (const items of readBack(store, task, { firstRead: 10 })) reads.push(items.length);
    expect(reads).toEqual([arrangeAll(log).length]);
  });
});

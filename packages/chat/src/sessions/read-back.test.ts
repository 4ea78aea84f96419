import type { LogEntry, NewEntry } from '@posthouse/protocol';
import type { Store } from '@posthouse/store';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ended, logOf, posted, said, started } from './__fixtures__/log-of.ts';
import { type Arranged, MessageArranger } from './arrange-messages.ts';
import { findRun, toRuns } from './find-runs.ts';
import { readBack } from './read-back.ts';

type Step = 'post' | 'cut in' | 'end' | 'stop' | 'give up' | 'work';

/** The log of a chat in which somebody does this: what comes while an answer is written waits, or cuts in. */
function play(steps: readonly Step[]): LogEntry[] {
  const facts: NewEntry[] = [{ run: 0, type: 'notice', code: 'forked', text: 'continues' }];
  let run = 0;
  let isOpen = false;
  let waiting: string[] = [];
  let count = 0;
  const begin = (): void => {
    const next = waiting.shift();
    isOpen = next !== undefined;
    if (next === undefined) return;
    run += 1;
    facts.push(started(run, next));
  };
  for (const step of steps) {
    const id = `u${(count += 1)}`;
    if (step === 'post' && !isOpen) {
      run += 1;
      isOpen = true;
      facts.push(started(run, id), posted(run, said(id)));
    } else if (!isOpen) {
      continue;
    } else if (step === 'post') {
      facts.push(posted(run, said(id)));
      waiting.push(id);
    } else if (step === 'cut in') {
      facts.push(posted(run, said(id, 'no', { cutsIn: true })));
    } else if (step === 'end') {
      facts.push(ended(run));
      begin();
    } else if (step === 'stop') {
      facts.push(ended(run, 'cancelled', 'cancelled'));
      waiting = [];
      isOpen = false;
    } else if (step === 'give up') {
      facts.push(posted(run, said(id)), ended(run, 'cancelled', 'superseded'));
      waiting.push(id);
      begin();
    } else {
      facts.push({ run, type: 'notice', code: 'work', text: step });
    }
  }
  return logOf(facts);
}

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

const anyStep = fc.constantFrom<Step>('post', 'post', 'cut in', 'end', 'end', 'stop', 'give up', 'work');

describe('a conversation that is read from its end', () => {
  test('is what it is from its beginning, as far as it was read', async () => {
    const options = [
      fc.array(anyStep, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 12 }),
      fc.option(fc.nat(12)),
    ] as const;
    await fc.assert(
      fc.asyncProperty(...options, async (steps, firstRead, before) => {
        const log = play(steps);
        const beforeRun = before ?? undefined;
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

  test('costs what is wanted of it, however long it is', async () => {
    const turn: Step[] = ['post', ...Array.from({ length: 30 }, (): Step => 'work'), 'end'];
    const log = play(Array.from({ length: 1_000 }, () => turn).flat());
    const { store, seen, task } = storeOf(log);
    expect(await findRun(store, task, (runs) => runs.at(-1))).toMatchObject({ run: 1_000 });
    expect(seen.entries).toBe(250);
    const deep = await findRun(store, task, (runs) => runs.find(({ run }) => run === 900));
    expect(deep).toMatchObject({ run: 900, answerId: 'answer-900' });
    expect(seen.entries).toBeLessThan(250 + 2 * 100 * 34);
  });

  test('is read to its beginning when everything in it hangs together', async () => {
    const queue: Step[] = ['post', ...Array.from({ length: 40 }, (): Step => 'post')];
    const log = play([...queue, ...Array.from({ length: 40 }, (): Step => 'end')]);
    const { store, task } = storeOf(log);
    const reads: number[] = [];
    for await (const items of readBack(store, task, { firstRead: 10 })) reads.push(items.length);
    expect(reads).toEqual([arrangeAll(log).length]);
  });
});

import type { LogEntry } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RunWatch } from './run-watch.ts';

let seq = 0;
const entry = (run: number, fields: Partial<LogEntry> & { type: LogEntry['type'] }): LogEntry =>
  ({ seq: (seq += 1), at: '2026-01-01T00:00:00Z', run, ...fields }) as LogEntry;
const started = (run: number, ...messages: string[]) => entry(run, { type: 'run-started', answerId: 'a', messages });
const ended = (run: number) => entry(run, { type: 'run-ended', outcome: 'complete', text: 'done' });
const paused = (run: number) => entry(run, { type: 'paused', calls: [] });
const resumed = (run: number) => entry(run, { type: 'resumed', callIds: [] });
const notice = (run: number) => entry(run, { type: 'notice', code: 'x', text: '' });

/** What a watch lets through of entries that are not the last of the log, unless said otherwise. */
const select = (watch: RunWatch, entries: readonly LogEntry[], isEnd = false) =>
  watch
    .select(
      entries.map((event) => ({ event })),
      isEnd,
    )
    .map(({ event }) => event);

const atRest = { openRun: null, status: 'complete' as const, head: 0 };
const atWork = { openRun: 1, status: 'running' as const, head: 0 };
const submitted = { taskId: 't', messageId: 'm', run: 1, after: 0 };

describe('who reads a task', () => {
  test('is done at once when nothing runs', () => {
    expect(new RunWatch({ task: atRest }).isOver(undefined, true)).toBe(true);
    expect(new RunWatch({ task: { ...atWork, status: 'paused' } }).isOver(undefined, true)).toBe(true);
  });

  test('sees every run there is until none is open', () => {
    const watch = new RunWatch({ task: atWork });
    const log = [notice(1), ended(1), started(2), notice(2)];
    expect(select(watch, log)).toEqual(log);
    expect(watch.isOver(undefined, true)).toBe(false);
    select(watch, [ended(2)]);
    expect(watch.isOver(undefined, true)).toBe(true);
    expect(watch.isOver(undefined, false)).toBe(false);
  });

  test('knows the past only as it stood when it came', () => {
    const log = [started(1), paused(1), resumed(1), ended(1)];
    const watch = new RunWatch({ task: { ...atWork, openRun: 2, head: log.at(-1)!.seq } });
    expect(select(watch, log)).toEqual(log);
    expect(watch.isOver(undefined, true)).toBe(false);
  });

  test('is never done when it follows', () => {
    const watch = new RunWatch({ task: atRest, follow: true });
    select(watch, [started(1), ended(1)]);
    expect([watch.isOver(undefined, true), watch.isOver(undefined, false)]).toEqual([false, false]);
  });
});

describe('who reads the run of a message', () => {
  test('is done when the run ends, and sees nothing of later ones', () => {
    const watch = new RunWatch({ task: atRest, submitted });
    expect(watch.isOver(undefined, true)).toBe(false);
    const log = [started(1, 'm'), notice(1), ended(1)];
    expect(select(watch, [...log, started(2), ended(2)])).toEqual(log);
    expect([watch.isOver(undefined, false), watch.isOver(undefined, true)]).toEqual([true, true]);
    expect(select(watch, [started(3)])).toEqual([]);
  });

  test('rests while the run is paused', () => {
    const watch = new RunWatch({ task: atWork, submitted });
    select(watch, [paused(1)]);
    expect([watch.isOver(undefined, false), watch.isOver(undefined, true)]).toEqual([false, true]);
    select(watch, [resumed(1)]);
    expect(watch.isOver(undefined, true)).toBe(false);
  });

  test('waits for the run that reads a message which came too late for its own', () => {
    const watch = new RunWatch({ task: atWork, submitted });
    const [before, end, next, answer] = [notice(1), ended(1), started(2, 'm'), ended(2)];
    expect(select(watch, [before, end])).toEqual([before]);
    expect(select(watch, [next])).toEqual([next]);
    expect([watch.isOver(undefined, false), watch.isOver(undefined, true)]).toEqual([false, false]);
    expect(select(watch, [answer], true)).toEqual([answer]);
    expect(watch.isOver(undefined, false)).toBe(true);
  });

  test('sees its own end however the log is cut into batches', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 4 }), { maxLength: 12 }), fc.nat({ max: 5 }), (cuts, notices) => {
        const log = [
          started(1, 'm'),
          ...Array.from({ length: notices }, () => notice(1)),
          paused(1),
          resumed(1),
          ended(1),
        ];
        const later = [started(2), notice(2), ended(2)];
        const all = [...log, ...later];
        const watch = new RunWatch({ task: atWork, submitted });
        const seen: LogEntry[] = [];
        for (let start = 0, cut = 0; start < all.length; cut += 1) {
          const size = cuts[cut] ?? all.length;
          seen.push(...select(watch, all.slice(start, start + size)));
          start += size;
        }
        expect(seen).toEqual(log);
      }),
    );
  });
});

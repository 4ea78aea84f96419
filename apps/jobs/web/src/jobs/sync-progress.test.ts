import { expect, test } from 'vitest';
import type { SyncEvent } from '../api/sync.ts';
import { afterEvent, NO_PROGRESS, toSources } from './sync-progress.ts';

const after = (...events: SyncEvent[]) => events.reduce(afterEvent, NO_PROGRESS);

test('a sync goes from source to source and counts', () => {
  const progress = after(
    { status: 'searching', source: 'lever:a' },
    { status: 'processing', synced: 25, total: 30, newJobs: 20 },
    { status: 'processing', synced: 30, total: 30, newJobs: 22 },
    { status: 'searching', source: 'ashby:b' },
  );
  expect(progress).toEqual({
    sources: [
      { name: 'lever:a', state: 'done' },
      { name: 'ashby:b', state: 'searching' },
    ],
    synced: 30,
    total: 30,
    newJobs: 22,
    ending: undefined,
  });
});

test('a source that fails does not affect the others', () => {
  const progress = after(
    { status: 'searching', source: 'lever:a' },
    { status: 'searching', source: 'ashby:b' },
    { status: 'processing', synced: 3, total: 3, newJobs: 1 },
    {
      status: 'complete',
      synced: 3,
      newJobs: 1,
      updated: 1,
      skipped: 1,
      errors: [{ source: 'lever:a', code: 'source_unreachable', message: 'nobody there' }],
    },
  );
  expect(progress.sources).toEqual([
    { name: 'lever:a', state: 'failed', message: 'nobody there' },
    { name: 'ashby:b', state: 'done' },
  ]);
  expect(progress.ending).toEqual({ state: 'complete', updated: 1, skipped: 1 });
});

test('a reader who joins at the end still sees what failed', () => {
  const errors = [{ source: 'lever:a', code: 'source_unreachable', message: 'nobody there' }];
  const progress = after({ status: 'error', code: 'source_unreachable', message: 'nobody there', errors });
  expect(progress).toEqual({
    ...NO_PROGRESS,
    sources: [{ name: 'lever:a', state: 'failed', message: 'nobody there' }],
    ending: { state: 'error', message: 'nobody there' },
  });
  expect(after({ status: 'complete', synced: 4, newJobs: 4, updated: 0, skipped: 0, errors: [] }).total).toBe(4);
});

test('unknown events change nothing', () => {
  expect(after({ status: 'resting' } as unknown as SyncEvent)).toBe(NO_PROGRESS);
});

test('sources are separated by lines or commas', () => {
  expect(toSources(' lever:a, ashby:b b\r\n\nlever:a\ngmail:is:unread jobs ')).toEqual([
    'lever:a',
    'ashby:b b',
    'gmail:is:unread jobs',
  ]);
  expect(toSources(' \n')).toEqual([]);
});

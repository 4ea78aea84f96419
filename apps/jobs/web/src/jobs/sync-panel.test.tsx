import { expect, test } from 'vitest';
import { render, toText } from './__fixtures__/render.tsx';
import { NO_PROGRESS, type SyncProgress } from './sync-progress.ts';
import { SyncProgressView } from './sync-panel.tsx';

const show = (progress: Partial<SyncProgress>): string =>
  render(<SyncProgressView progress={{ ...NO_PROGRESS, ...progress }} />);

test('the sync panel shows progress, source by source', () => {
  const markup = show({
    sources: [
      { name: 'lever:a', state: 'done' },
      { name: 'ashby:b', state: 'searching' },
    ],
    synced: 25,
    total: 50,
    newJobs: 20,
  });
  expect(toText(markup)).toBe('25 of 50 read, 20 new lever:a : done ashby:b : searching');
  expect(markup).toContain('value="0.5"');
  expect(markup).toContain('width:50%');
});

test('the progress is zero before something was found', () => {
  expect(show({ sources: [{ name: 'lever:a', state: 'searching' }] })).toContain('width:0%');
});

test('the sync panel shows the end, and what failed on the way', () => {
  const text = toText(
    show({
      sources: [{ name: 'lever:a', state: 'failed', message: 'nobody there' }],
      newJobs: 3,
      ending: { state: 'complete', updated: 2, skipped: 1 },
    }),
  );
  expect(text).toContain('Done: 3 new, 2 updated, 1 already saved.');
  expect(text).toContain('failed · nobody there');
});

test('a sync that failed as a whole shows the reason once, and no bar', () => {
  const ending = { state: 'error', message: 'nobody there' } as const;
  expect(toText(show({ ending }))).toBe('nobody there');
  const failed = show({ ending, sources: [{ name: 'lever:a', state: 'failed', message: 'nobody there' }] });
  expect(failed.match(/nobody there/g)).toHaveLength(1);
  expect(failed).not.toContain('<progress');
});

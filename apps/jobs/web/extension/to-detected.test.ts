import { expect, test } from 'vitest';
import type { FoundJob } from '../src/detect/index.ts';
import { toDetected } from './to-detected.ts';

const cook: FoundJob = {
  job: { title: 'Cook', url: 'https://inn.example/1', source: 'json-ld' },
  ingest: { jsonLd: {} },
};

test.each(['unseen', 'closed', 'empty'] as const)('nothing is detected on a page that is %s', (kind) => {
  expect(toDetected({ kind })).toBeUndefined();
});

test('the chosen posting is detected, with the job that it was saved as', () => {
  const state = { kind: 'found', jobs: [cook], chosen: cook } as const;
  expect(toDetected(state)).toEqual({ ...cook, savedAs: undefined });
  expect(toDetected({ ...state, savedAs: 7 })).toEqual({ ...cook, savedAs: 7 });
});

test('the detected posting is the same object as long as nothing changes', () => {
  const state = { kind: 'found', jobs: [cook], chosen: cook } as const;
  expect(toDetected(state)).toBe(toDetected(state));
  expect(toDetected({ ...state })).not.toBe(toDetected(state));
});

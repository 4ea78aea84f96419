import { expect, test } from 'vitest';
import type { Coverage } from '../api/coverage.ts';
import { compareCoverage, toWholePercent } from './compare-coverage.ts';

const skill = (name: string, required = false) => ({ name, required });

test('missing skills come first, and required ones before others', () => {
  const before: Coverage = {
    share: 0.5,
    covered: [skill('React'), skill('SQL', true)],
    missing: [skill('Go'), skill('Kubernetes', true)],
  };
  const after: Coverage = {
    share: 0.5,
    covered: [skill('React'), skill('Kubernetes', true)],
    missing: [skill('Go'), skill('SQL', true)],
  };
  expect(compareCoverage(before, after)).toEqual([
    { name: 'SQL', required: true, before: true, after: false },
    { name: 'Go', required: false, before: false, after: false },
    { name: 'Kubernetes', required: true, before: false, after: true },
    { name: 'React', required: false, before: true, after: true },
  ]);
});

test('a posting without skills has an empty comparison', () => {
  const nothing: Coverage = { share: null, covered: [], missing: [] };
  expect(compareCoverage(nothing, nothing)).toEqual([]);
});

test.each([
  [0, 0],
  [0.555, 56],
  [1, 100],
])('%d is shown as %d percent', (share, percent) => {
  expect(toWholePercent(share)).toBe(percent);
});

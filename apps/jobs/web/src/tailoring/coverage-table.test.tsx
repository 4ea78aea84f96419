import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import type { Coverage } from '../api/coverage.ts';
import { CoverageTable } from './coverage-table.tsx';

const go = { name: 'Go', required: true };
const sql = { name: 'SQL', required: false };
const draw = (before: Coverage, after: Coverage): string =>
  renderToStaticMarkup(<CoverageTable before={before} after={after} title="Version 2" />).replaceAll(/<[^>]*>/g, '|');

test('the table shows in words and numbers what is mentioned and what is missing', () => {
  const text = draw({ share: 0.5, covered: [sql], missing: [go] }, { share: 1, covered: [go, sql], missing: [] });
  expect(text).toMatch(/Your resume\|+1 of 2 · 50 %/);
  expect(text).toMatch(/Version 2\|+2 of 2 · 100 %/);
  expect(text).toMatch(/Go\|+required\|+missing\|+mentioned/);
  expect(text).toMatch(/SQL\|+mentioned\|+mentioned/);
  expect(text).not.toContain('Add what is missing');
});

test('the table says that the reader must add what is missing', () => {
  const coverage: Coverage = { share: 0.5, covered: [sql], missing: [go] };
  expect(draw(coverage, coverage)).toContain('It is never added for you.');
});

test('the table says when the posting names no skill', () => {
  const nothing: Coverage = { share: null, covered: [], missing: [] };
  expect(draw(nothing, nothing)).toContain('names no known skill');
});

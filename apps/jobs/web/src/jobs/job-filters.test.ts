import fc from 'fast-check';
import { expect, test } from 'vitest';
import { JOB_SOURCES, JOB_STATUSES } from '../api/job.ts';
import {
  countFilters,
  type JobFilters,
  SCORES,
  SORTS,
  toAddress,
  toFilters,
  toPageNumber,
  toQuery,
} from './job-filters.ts';

const NOTHING: JobFilters = {
  search: '',
  status: undefined,
  source: undefined,
  minScore: undefined,
  remote: false,
  starred: false,
  sort: undefined,
};

test('an address with no filters or invalid ones selects everything', () => {
  expect(toFilters({})).toEqual(NOTHING);
  expect(toFilters({ status: 'lost', source: 'fax', score: '41', remote: 'yes', starred: '', sort: 'id' })).toEqual(
    NOTHING,
  );
  expect([toAddress(NOTHING), toQuery(NOTHING).toString(), countFilters(NOTHING)]).toEqual([{}, '', 0]);
});

test("filters are sent in the server's words", () => {
  const filters = toFilters({ q: ' c++ ', status: 'offer', score: '60', remote: '1', starred: '1', sort: 'score' });
  expect(Object.fromEntries(toQuery(filters))).toEqual({
    search: 'c++',
    status: 'offer',
    minScore: '60',
    remote: 'true',
    starred: 'true',
    sort: 'score',
  });
  expect(countFilters(filters)).toBe(4);
});

test('every choice of filters can be written into an address and read back', () => {
  const filters: fc.Arbitrary<JobFilters> = fc.record({
    search: fc.string({ maxLength: 500 }),
    status: fc.constantFrom(undefined, ...JOB_STATUSES),
    source: fc.constantFrom(undefined, ...JOB_SOURCES),
    minScore: fc.constantFrom(undefined, ...SCORES),
    remote: fc.boolean(),
    starred: fc.boolean(),
    sort: fc.constantFrom(undefined, ...SORTS),
  });
  fc.assert(
    fc.property(filters, (wanted) => {
      expect(toFilters(toAddress(wanted))).toEqual(wanted);
    }),
  );
});

test.each([
  [undefined, 1],
  ['', 1],
  ['0', 1],
  ['-3', 1],
  ['1e3', 1],
  ['12', 12],
  ['99999999', 1],
])('the page %s is read as page %s', (text, page) => {
  expect(toPageNumber(text)).toBe(page);
});

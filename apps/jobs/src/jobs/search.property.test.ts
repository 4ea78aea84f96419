import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openTestOwners } from '../__fixtures__/test-owners.ts';
import { createJob } from './create-job.ts';
import { deleteJob } from './delete-job.ts';
import { listJobs } from './list-jobs.ts';

const WORDS = ['java', 'javascript', 'go', 'golang', 'c++', 'c#', 'c', 'ab', 'abc', '数据', '数据工程师', '工程'];
const text = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
const jobs = fc.array(fc.record({ title: text, company: text, description: text }), { minLength: 1, maxLength: 6 });
const searches = fc.array(text, { minLength: 1, maxLength: 4 });

type Sample = { title: string; company: string; description: string };

/** What finding means, said once more and without an index. */
function isFound({ title, company, description }: Sample, search: string): boolean {
  return search.split(' ').every((word) =>
    [title, company, description].some((place) => {
      if (/\p{Script=Han}/u.test(word)) return place.includes(word);
      const isPrefix = /^[a-z]{3,}$/.test(word);
      return place.split(' ').some((known) => (isPrefix ? known.startsWith(word) : known === word));
    }),
  );
}

describe('any search', () => {
  test('finds the jobs with all the words, and nothing else, after every change', () => {
    fc.assert(
      fc.property(jobs, searches, fc.nat(), (samples, wanted, gone) => {
        using owners = openTestOwners();
        const known = new Map(samples.map((sample) => [createJob(owners.ann, sample).job.id, sample]));
        const [first] = [...known.keys()].slice(gone % samples.length);
        deleteJob(owners.ann, first!);
        known.delete(first!);
        for (const search of wanted) {
          const expected = [...known].filter(([, sample]) => isFound(sample, search)).map(([id]) => id);
          const { jobs: found, total } = listJobs(owners.ann, { search, limit: 100 });
          expect([search, found.map(({ id }) => id).toSorted((left, right) => left - right)]).toEqual([
            search,
            expected,
          ]);
          expect(total).toBe(expected.length);
          expect(listJobs(owners.ann, { search, sort: 'company', limit: 100 }).total).toBe(expected.length);
          expect(listJobs(owners.ann, { search, status: 'inbox', limit: 100 }).jobs).toHaveLength(expected.length);
        }
      }),
      { numRuns: process.env.TEST_FULL === '1' ? 500 : 30 },
    );
  });

  test('shows every job on exactly one page, whatever the order', () => {
    const sorts = fc.constantFrom('postedAt', 'createdAt', 'score', 'company', undefined);
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 12 }),
        fc.integer({ min: 1, max: 5 }),
        sorts,
        fc.constantFrom('asc', 'desc', undefined),
        fc.constantFrom('cook', ''),
        (count, limit, sort, order, search) => {
          using owners = openTestOwners();
          for (let number = 0; number < count; number += 1) {
            const postedAt = number % 3 === 0 ? {} : { postedAt: `2026-01-0${1 + (number % 2)}T00:00:00.000Z` };
            createJob(owners.ann, { title: 'Cook', company: `Inn ${number % 4}`, ...postedAt });
          }
          const query = {
            search,
            limit,
            ...(sort === undefined ? {} : { sort }),
            ...(order === undefined ? {} : { order }),
          };
          const seen: number[] = [];
          for (let offset = 0; offset < count; offset += limit) {
            seen.push(...listJobs(owners.ann, { ...query, offset }).jobs.map(({ id }) => id));
          }
          expect(new Set(seen).size).toBe(count);
          expect(seen).toHaveLength(count);
        },
      ),
      { numRuns: process.env.TEST_FULL === '1' ? 500 : 30 },
    );
  });
});

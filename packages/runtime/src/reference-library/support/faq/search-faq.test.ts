import { expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { FAQ_ENTRIES } from './faq-entries.ts';
import { searchFaq, searchFaqEntries } from './search-faq.ts';

test('there are ten entries, each found by its own question', () => {
  expect(FAQ_ENTRIES).toHaveLength(10);
  expect(new Set(FAQ_ENTRIES.map(({ id }) => id)).size).toBe(10);
  for (const { id, question } of FAQ_ENTRIES) expect(searchFaqEntries(question, 3).results[0]?.id).toBe(id);
});

test('a search returns how many it found and how well they fit', () => {
  const found = searchFaqEntries('I forgot my password', 2);
  expect(Object.keys(found)).toEqual(['query', 'total_matches', 'results_returned', 'results']);
  expect(found.query).toBe('I forgot my password');
  expect(found.results_returned).toBe(found.results.length);
  expect(found.results[0]).toEqual({
    id: 'faq-001',
    category: 'account',
    question: expect.any(String),
    answer: expect.stringContaining('Forgot password'),
    // Two keywords, and both words stand in the question as well.
    relevance_score: 6,
  });
});

test('matches beyond the limit are counted, not returned', () => {
  const found = searchFaqEntries('invoice payment charge refund card', 1);
  expect(found.total_matches).toBeGreaterThan(1);
  expect(found.results_returned).toBe(1);
  const scores = searchFaqEntries('invoice payment charge refund card', 10).results.map((each) => each.relevance_score);
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
});

test.each(['', 'is it the a', 'zebra', '%%%', '.*', 'constructor'])('%j finds nothing', (query) => {
  expect(searchFaqEntries(query, 3)).toEqual({ query, total_matches: 0, results_returned: 0, results: [] });
});

test('the action returns three answers by default', async () => {
  const found = await runExample(searchFaq, { query: 'invoice payment charge refund card account data' });
  expect(found).toMatchObject({ results_returned: 3 });
  for (const input of [{}, { query: '' }, { query: 'x'.repeat(2_001) }, { query: 'a', max_results: 11 }]) {
    await expect(runExample(searchFaq, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});

import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { countPhrase, toPlainWords } from '../phrases.ts';
import { FAQ_ENTRIES, type FaqEntry } from './faq-entries.ts';

export type FaqResult = Omit<FaqEntry, 'keywords'> & { relevance_score: number };

export type FaqSearch = { query: string; total_matches: number; results_returned: number; results: FaqResult[] };

/** Words that say nothing about what a question is about. */
const EMPTY_WORDS: ReadonlySet<string> = new Set(
  'a an and are be can do does for get have how i if in is it me my not of on or that the this to what when where which will with you your'.split(
    ' ',
  ),
);

/**
 * Finds the entries that fit a question: a keyword counts twice, a word of the entry's own question once.
 *
 * @example
 * searchFaqEntries('I forgot my password', 3).results[0]?.id; // 'faq-001'
 */
export function searchFaqEntries(query: string, maxResults: number): FaqSearch {
  const plain = toPlainWords(query);
  const words = new Set(plain.split(' ').filter((word) => word !== '' && !EMPTY_WORDS.has(word)));
  const matches = FAQ_ENTRIES.map((entry) => ({ entry, score: scoreOf(entry, plain, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score);
  const results = matches.slice(0, maxResults).map(({ entry: { id, category, question, answer }, score }) => ({
    id,
    category,
    question,
    answer,
    relevance_score: score,
  }));
  return { query, total_matches: matches.length, results_returned: results.length, results };
}

function scoreOf(entry: FaqEntry, plain: string, words: ReadonlySet<string>): number {
  const keywords = entry.keywords.filter((keyword) => countPhrase(plain, keyword) > 0).length;
  const questionWords = new Set(toPlainWords(entry.question).split(' '));
  return 2 * keywords + [...words].filter((word) => questionWords.has(word)).length;
}

/** `search_faq`: looks a question up among the common ones. */
export const searchFaq = action({
  name: 'search_faq',
  description: 'Search the answers to common questions.',
  parameters: z.object({
    query: z.string().min(1).max(2_000).describe('The question, or the words that matter in it.'),
    max_results: z.int().min(1).max(10).default(3).describe('How many answers to give at most.'),
  }),
  idempotent: true,
  execute: ({ query, max_results }) => searchFaqEntries(query, max_results),
});

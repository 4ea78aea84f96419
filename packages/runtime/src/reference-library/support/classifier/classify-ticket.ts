import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { countPhrase, toPlainWords } from '../phrases.ts';
import {
  CATEGORY_WORDS,
  type Category,
  NEXT_STEPS,
  type Priority,
  PRIORITY_WEIGHTS,
  PRIORITY_WORDS,
} from './ticket-words.ts';

export type Classification = {
  category: Category;
  category_confidence: number;
  priority: Priority;
  priority_confidence: number;
  reasoning: string;
  suggested_actions: string[];
};

/**
 * Sorts a ticket by the words in it.
 *
 * @example
 * classify('URGENT: I was charged twice!').category; // 'billing'
 */
export function classify(text: string): Classification {
  const plain = toPlainWords(text);
  const category = best(findWords(plain, CATEGORY_WORDS), () => 1, { key: 'general' as const, confidence: 0.3 });
  const priority = best(findWords(plain, PRIORITY_WORDS), (key) => PRIORITY_WEIGHTS[key], {
    key: 'medium' as const,
    confidence: 0.5,
  });
  const urgentStep = priority.key === 'urgent' ? ['Tell a person at once.'] : [];
  return {
    category: category.key,
    category_confidence: category.confidence,
    priority: priority.key,
    priority_confidence: priority.confidence,
    reasoning: `${describe('Category', category)} ${describe('Priority', priority)}`,
    suggested_actions: [...urgentStep, ...NEXT_STEPS[category.key]],
  };
}

type Found<Key extends string> = { readonly key: Key; readonly words: readonly string[] };
type Best<Key extends string> = { readonly key: Key; readonly confidence: number; readonly words?: readonly string[] };

function findWords<Key extends string>(plain: string, table: Readonly<Record<Key, readonly string[]>>): Found<Key>[] {
  return (Object.keys(table) as Key[]).map((key) => ({
    key,
    words: table[key].filter((word) => countPhrase(plain, word) > 0),
  }));
}

/** The heaviest, with its share of the weight of all; the fallback when nothing was found. */
function best<Key extends string>(found: Found<Key>[], weightOf: (key: Key) => number, fallback: Best<Key>): Best<Key> {
  const weighed = found.map((each) => ({ ...each, weight: each.words.length * weightOf(each.key) }));
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0);
  if (total === 0) return fallback;
  // Sorting is stable: of two that weigh the same, the one that stands first in the table wins.
  const [first] = weighed.toSorted((a, b) => b.weight - a.weight);
  return { key: first!.key, words: first!.words, confidence: Math.round((100 * first!.weight) / total) / 100 };
}

function describe(title: string, { key, words }: Best<string>): string {
  return words === undefined
    ? `${title} ${key}, because no word says otherwise.`
    : `${title} ${key}, because of: ${words.join(', ')}.`;
}

/** `classify_ticket`: category and priority of a support ticket. */
export const classifyTicket = action({
  name: 'classify_ticket',
  description: 'Find out the category and the priority of a support ticket.',
  parameters: z.object({ text: z.string().min(1).max(20_000).describe('The text of the ticket.') }),
  idempotent: true,
  execute: ({ text }) => classify(text),
});

import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { toSentences, toTellingWords } from '../sentences.ts';

export type Summary = {
  summary: string;
  original_length: number;
  summary_length: number;
  sentences_used: number;
  total_sentences: number;
};

/**
 * Shortens a text by keeping its most telling sentences, in their order.
 *
 * @example
 * summarize(text, 200).summary;
 */
export function summarize(text: string, maxLength: number): Summary {
  const sentences = toSentences(text);
  const ranked = rank(sentences);
  const kept: number[] = [];
  let length = 0;
  for (const index of ranked) {
    const size = sentences[index]!.length + (kept.length === 0 ? 0 : 1);
    if (length + size > maxLength) continue;
    kept.push(index);
    length += size;
  }
  const chosen = kept.toSorted((a, b) => a - b).map((index) => sentences[index]!);
  // Not even the best sentence fits: its beginning is better than nothing.
  const summary = chosen.length === 0 ? cut(sentences[ranked[0] ?? 0] ?? '', maxLength) : chosen.join(' ');
  return {
    summary,
    original_length: text.length,
    summary_length: summary.length,
    sentences_used: chosen.length,
    total_sentences: sentences.length,
  };
}

/** The numbers of the sentences, the most telling first: those with the words that the text uses most. */
function rank(sentences: readonly string[]): number[] {
  const words = sentences.map(toTellingWords);
  const counts = new Map<string, number>();
  for (const word of words.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  const scores = words.map((each, index) => {
    const weight = each.reduce((sum, word) => sum + (counts.get(word) ?? 0), 0) / Math.max(each.length, 1);
    // Texts say first what they are about.
    return index === 0 ? weight * 1.5 : weight;
  });
  return [...sentences.keys()].toSorted((a, b) => scores[b]! - scores[a]!);
}

function cut(sentence: string, maxLength: number): string {
  return sentence.length <= maxLength ? sentence : `${sentence.slice(0, Math.max(maxLength - 1, 0)).trimEnd()}…`;
}

/** `summarize_text`: a shorter text out of the sentences of a longer one. */
export const summarizeText = action({
  name: 'summarize_text',
  description: 'Shorten a text by keeping its most telling sentences.',
  parameters: z.object({
    text: z.string().min(1).max(100_000).describe('The text.'),
    max_length: z.int().min(20).max(10_000).default(500).describe('How many characters the summary may have.'),
  }),
  idempotent: true,
  execute: ({ text, max_length }) => summarize(text, max_length),
});

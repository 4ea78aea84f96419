import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { toSentences } from '../sentences.ts';

export type ExtractedFacts = { facts: string[]; claims: string[]; total_sentences: number; sentences_used: number };

/** Words by which a sentence gives away that it is somebody's view. */
const CLAIM_WORDS =
  /\b(?:think|thinks|believe|believes|claim|claims|argue|argues|suggest|suggests|may|might|could|should|likely|probably|perhaps|seems?|best|worst|always|never|everyone|nobody)\b/i;

const MAX_SENTENCES = 10;
const MIN_SENTENCE_LENGTH = 20;

/**
 * Separates what a text states from what it claims.
 *
 * @example
 * separate('Water boils at 100 degrees. Tea is probably the best drink.').claims.length; // 1
 */
export function separate(text: string): ExtractedFacts {
  const sentences = toSentences(text);
  const used = sentences.filter((sentence) => sentence.length > MIN_SENTENCE_LENGTH).slice(0, MAX_SENTENCES);
  const claims = used.filter((sentence) => CLAIM_WORDS.test(sentence));
  return {
    facts: used.filter((sentence) => !claims.includes(sentence)),
    claims,
    total_sentences: sentences.length,
    sentences_used: used.length,
  };
}

/** `extract_facts`: the statements of a text, views apart from facts. */
export const extractFacts = action({
  name: 'extract_facts',
  description: 'Take statements out of a text, facts apart from claims.',
  parameters: z.object({ text: z.string().min(1).max(100_000).describe('The text.') }),
  idempotent: true,
  execute: ({ text }) => separate(text),
});

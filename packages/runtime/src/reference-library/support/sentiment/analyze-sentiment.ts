import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { countPhrase, toPlainWords, withoutPhrase } from '../phrases.ts';
import { ESCALATION_PHRASES, WEIGHTED_PHRASES } from './sentiment-phrases.ts';

export type SentimentAnalysis = {
  sentiment: 'positive' | 'neutral' | 'negative';
  /** From -1 to 1. */
  score: number;
  score_factors: { phrase: string; weight: number }[];
  emotions_detected: string[];
  escalation_recommended: boolean;
  escalation_reason: string | null;
  analysis_summary: string;
};

const LONGEST_FIRST = WEIGHTED_PHRASES.toSorted((a, b) => b.phrase.length - a.phrase.length);

/**
 * Weighs the phrases of a text.
 *
 * @example
 * analyze('I am furious, this is the worst!').escalation_recommended; // true
 */
export function analyze(text: string): SentimentAnalysis {
  const plain = toPlainWords(text);
  const found = findPhrases(plain);
  const sum = found.reduce((total, { weight }) => total + weight, 0);
  const score = Math.round(100 * Math.max(-1, Math.min(1, sum))) / 100;
  const sentiment = score >= 0.3 ? 'positive' : score <= -0.3 ? 'negative' : 'neutral';
  const reason = findReason(plain, score);
  return {
    sentiment,
    score,
    score_factors: found.map(({ phrase, weight }) => ({ phrase, weight })),
    emotions_detected: [...new Set(found.flatMap(({ emotion }) => (emotion === undefined ? [] : [emotion])))],
    escalation_recommended: reason !== undefined,
    escalation_reason: reason ?? null,
    analysis_summary:
      `The text sounds ${sentiment} (${score.toFixed(2)}).` +
      (reason === undefined ? ' Nothing asks for a person to take over.' : ` A person should take over: ${reason}.`),
  };
}

function findPhrases(plain: string): typeof WEIGHTED_PHRASES {
  let rest = plain;
  return LONGEST_FIRST.filter(({ phrase }) => {
    const isFound = countPhrase(rest, phrase) > 0;
    if (isFound) rest = withoutPhrase(rest, phrase);
    return isFound;
  });
}

function findReason(plain: string, score: number): string | undefined {
  const phrase = ESCALATION_PHRASES.find((each) => countPhrase(plain, each.phrase) > 0);
  return phrase?.reason ?? (score <= -0.6 ? 'the text is very negative' : undefined);
}

/** `analyze_sentiment`: the tone of a text, and whether a person should take over. */
export const analyzeSentiment = action({
  name: 'analyze_sentiment',
  description: 'Find out the tone of a text and whether a person should take over.',
  parameters: z.object({ text: z.string().min(1).max(20_000).describe('What the customer wrote.') }),
  idempotent: true,
  execute: ({ text }) => analyze(text),
});

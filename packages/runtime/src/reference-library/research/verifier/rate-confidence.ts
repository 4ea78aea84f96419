import { action } from '../../../definitions/action.ts';
import { z } from 'zod';

export type Evidence = { readonly source?: string | undefined; readonly content?: string | undefined };

export type ConfidenceRating = {
  claim: string;
  confidence_score: number;
  confidence_level: 'high' | 'medium' | 'low' | 'very_low';
  evidence_count: number;
  source_breakdown: Record<string, number>;
  explanation: string;
};

/** How far each kind of source can be relied on. */
const RELIABILITY: ReadonlyMap<string, number> = new Map([
  ['academic', 0.9],
  ['wikipedia', 0.8],
  ['news', 0.6],
  ['general', 0.5],
]);
const UNKNOWN_RELIABILITY = 0.3;

const MAX_BONUS = 0.2;
const BONUS_PER_PIECE = 0.05;

/**
 * Rates how sure a claim is: the mean reliability of its evidence, and a little more for every further piece.
 *
 * @example
 * rate('Water is wet.', [{ source: 'academic' }]).confidence_level; // 'high'
 */
export function rate(claim: string, evidence: readonly Evidence[]): ConfidenceRating {
  const kinds = evidence.map(({ source }) => toKind(source));
  const mean =
    kinds.reduce((sum, kind) => sum + (RELIABILITY.get(kind) ?? UNKNOWN_RELIABILITY), 0) / Math.max(kinds.length, 1);
  const bonus = Math.min(MAX_BONUS, BONUS_PER_PIECE * Math.max(kinds.length - 1, 0));
  const score = Math.round(100 * Math.min(1, mean + bonus)) / 100;
  return {
    claim,
    confidence_score: score,
    confidence_level: score >= 0.8 ? 'high' : score >= 0.6 ? 'medium' : score >= 0.4 ? 'low' : 'very_low',
    evidence_count: kinds.length,
    source_breakdown: Object.fromEntries(
      [...new Set(kinds)].map((kind) => [kind, kinds.filter((each) => each === kind).length]),
    ),
    explanation:
      kinds.length === 0
        ? 'There is no evidence for the claim.'
        : `${kinds.length} piece${kinds.length === 1 ? '' : 's'} of evidence with a mean reliability of ${mean.toFixed(2)}.`,
  };
}

function toKind(source: string | undefined): string {
  const kind = source?.trim().toLowerCase() ?? '';
  return RELIABILITY.has(kind) ? kind : 'unknown';
}

/** `rate_confidence`: how sure a claim is, given its evidence. */
export const rateConfidence = action({
  name: 'rate_confidence',
  description: 'Rate how sure a claim is, given the evidence for it.',
  parameters: z.object({
    claim: z.string().trim().min(1).max(5_000),
    evidence: z
      .array(
        z.object({
          source: z.string().max(200).optional().describe('academic, wikipedia, news or general.'),
          content: z.string().max(10_000).optional().describe('What the source says.'),
        }),
      )
      .max(100),
  }),
  idempotent: true,
  execute: ({ claim, evidence }) => rate(claim, evidence),
});

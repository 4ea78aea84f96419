import { action } from '../../../definitions/action.ts';
import { z } from 'zod';
import { seededRandom } from '../../seeded-random.ts';

export type Verdict = 'verified' | 'disputed' | 'inconclusive' | 'unverified' | 'not_verifiable';

export type Verification = {
  claim: string;
  verdict: Verdict;
  /** From 0 to 1. */
  confidence: number;
  sources_checked: string[];
  explanation: string;
};

/** Words of taste and of duty: no source can settle them. */
const TASTE = /\b(?:best|worst|beautiful|ugly|should|ought|better|nicer|boring|favou?rite|delicious)\b/i;

const EXPLANATIONS: Readonly<Record<Verdict, string>> = {
  verified: 'The sources agree with the claim.',
  disputed: 'The sources contradict each other about the claim.',
  inconclusive: 'The sources neither support nor contradict the claim.',
  unverified: 'There were no sources to check the claim against.',
  not_verifiable: 'The claim is a matter of opinion, which no source can settle.',
};

/**
 * Pretends to check a claim against sources: the same question always has the same verdict.
 *
 * @example
 * verify('Tea is the best drink.', ['news']).verdict; // 'not_verifiable'
 */
export function verify(claim: string, sources: readonly string[]): Verification {
  const verdict = toVerdict(claim, sources);
  return {
    claim,
    verdict: verdict.name,
    confidence: verdict.confidence,
    sources_checked: [...sources],
    explanation: EXPLANATIONS[verdict.name],
  };
}

function toVerdict(claim: string, sources: readonly string[]): { name: Verdict; confidence: number } {
  if (TASTE.test(claim)) return { name: 'not_verifiable', confidence: 1 };
  if (sources.length === 0) return { name: 'unverified', confidence: 0 };
  const random = seededRandom('claim', claim.trim().toLowerCase(), ...sources.toSorted());
  const name = random.pick(['verified', 'verified', 'verified', 'disputed', 'inconclusive'] as const);
  const least = { verified: 70, disputed: 40, inconclusive: 20 }[name];
  return { name, confidence: (least + random.integer(0, 25)) / 100 };
}

/** `verify_claim`: checks a claim against sources. */
export const verifyClaim = action({
  name: 'verify_claim',
  description: 'Check a claim against sources.',
  parameters: z.object({
    claim: z.string().trim().min(1).max(5_000).describe('One sentence to check.'),
    sources: z.array(z.string().max(1_000)).max(100).default([]).describe('What to check it against.'),
  }),
  idempotent: true,
  execute: ({ claim, sources }) => verify(claim, sources),
});

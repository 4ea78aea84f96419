import type { Exchange, SentRequest } from '../http/exchange.ts';
import type { DifferenceId } from './differences.ts';

/** How much a requirement binds. */
export type Level = 'MUST' | 'SHOULD' | 'MAY';

export type Verdict = 'pass' | 'fail' | 'differs' | 'not-applicable';

/** What a failed check saw. */
export type Evidence = { expected: string; seen: string; request?: SentRequest; answer?: Exchange['answer'] };

/**
 * What one check found. `behaviour` compares with MAIL's own server: a check can fail although the server does
 * exactly what the reference does, because the reference breaks a rule of its own specification there.
 */
export type Finding = {
  id: string;
  section: string;
  level: Level;
  /** The requirement, in our words. */
  says: string;
  /** Where the specification says so, if it does. */
  sentence?: string;
  verdict: Verdict;
  behaviour?: 'as the reference' | 'better' | 'wrong';
  /** Which deliberate differences were seen. */
  differences?: DifferenceId[];
  /** Why the check does not apply. */
  reason?: string;
  evidence?: Evidence;
};

/** What a check returns when the requirement holds: the deliberate differences it saw, if any. */
export type Seen = readonly DifferenceId[];

/** Thrown by a check whose requirement does not hold. */
export class Unmet extends Error {
  override readonly name = 'Unmet';
  readonly evidence: Evidence;
  /** Set when MAIL's own server breaks the rule in the same way. */
  readonly asReference: boolean;

  constructor(evidence: Evidence, { asReference = false }: { asReference?: boolean } = {}) {
    super(`expected ${evidence.expected}; saw ${evidence.seen}`);
    this.evidence = evidence;
    this.asReference = asReference;
  }
}

/** Thrown by a check that turns out not to apply to this server. */
export class NotApplicable extends Error {
  override readonly name = 'NotApplicable';
}

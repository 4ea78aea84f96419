import { manualProposalWire } from '@posthouse/protocol';

/** A step that somebody else thinks should come next. */
export type Proposal = {
  target: string;
  /** Nobody in particular means everybody. */
  hearers: readonly string[];
  payload: string;
};

/** Reads what the server proposes; undefined when it has nothing to propose. */
export function toProposal(body: unknown): Proposal | undefined {
  const { step } = manualProposalWire.parse(body).value;
  if (step === null) return undefined;
  const { target, responseTargets = [], payload = '' } = step;
  // Words that go to everybody go to nobody in particular.
  return { target, hearers: responseTargets.includes('all') ? [] : responseTargets, payload };
}

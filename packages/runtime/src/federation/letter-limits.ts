import type { RunLimits } from '../definitions/swarm-definition.ts';
import { limitsOf } from '../task/limits.ts';
import type { RunLedger } from '../task/run-ledger.ts';
import type { RunData } from '../task/task-data.ts';

const LIMITS = ['messages', 'turns', 'milliseconds', 'tokens', 'cost'] as const;

/** What is left of the limits of a run, for whoever continues it elsewhere. */
export function toLimitsLeft(swarm: RunLimits, run: RunData, ledger: RunLedger, now: number): RunLimits {
  const limits = limitsOf(swarm, run);
  const used = {
    messages: ledger.messages,
    turns: ledger.turns,
    milliseconds: now - run.startedAt,
    tokens: ledger.tokens,
    cost: ledger.cost,
  };
  return fromEntries(LIMITS.map((name) => [name, limits[name] && Math.max(0, limits[name] - used[name])]));
}

/** The smaller of two limits, of each kind. */
export function leastLimits(one: RunLimits, other: RunLimits): RunLimits {
  return fromEntries(LIMITS.map((name) => [name, least(one[name], other[name])]));
}

/** Through how many swarms a matter has come when this run passes it on: as many as the deepest question it works on. */
export function nextHops(run: RunData, ledger: RunLedger): number {
  return (
    1 + Math.max(run.caller?.hops ?? 0, ...ledger.requests.open().map(({ hops, to }) => (to.includes('@') ? 0 : hops)))
  );
}

function least(one: number | undefined, other: number | undefined): number | undefined {
  return one === undefined ? other : other === undefined ? one : Math.min(one, other);
}

function fromEntries(limits: [string, number | undefined][]): RunLimits {
  return Object.fromEntries(limits.filter(([, limit]) => limit !== undefined));
}

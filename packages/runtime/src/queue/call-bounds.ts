import type { Instance } from '@posthouse/protocol';
import type { SwarmCallBounds } from '../definitions/swarm-definition.ts';
import type { SlotClaim } from './slot-queue.ts';

/** How many model calls one process makes at once, and how many may wait. */
export type CallBounds = {
  atOnce: number;
  perSwarm: number;
  perCaller: number;
  perModel: number;
  /** How many calls may wait, of all callers and of one, before new messages are refused. */
  waiting: number;
  waitingPerCaller: number;
  /** How long a call waits for a model whose provider refuses every call because there are too many. */
  giveUpMs: number;
};

export const DEFAULT_CALL_BOUNDS: CallBounds = {
  atOnce: 64,
  perSwarm: 48,
  perCaller: 16,
  perModel: 32,
  waiting: 5_000,
  waitingPerCaller: 1_000,
  giveUpMs: 600_000,
};

/** Whose call it is. The same person in two swarms is one caller. */
export function toCallerName({ role, id }: Pick<Instance, 'role' | 'id'>): string {
  return `${role}:${id}`;
}

/** Everything that a call of an owner's task to a model counts against. */
export function toClaims(
  bounds: CallBounds,
  { owner, model, swarm = {} }: { owner: Instance; model: string; swarm?: SwarmCallBounds | undefined },
): SlotClaim[] {
  const caller = toCallerName(owner);
  const claims: [string, number | undefined][] = [
    ['process', bounds.atOnce],
    [`swarm ${owner.swarm}`, Math.min(swarm.atOnce ?? Infinity, bounds.perSwarm)],
    [`caller ${caller}`, bounds.perCaller],
    [`model ${model}`, bounds.perModel],
    [`caller ${caller} in ${owner.swarm}`, swarm.perCaller],
    [`model ${model} in ${owner.swarm}`, swarm.perModel],
  ];
  return claims.flatMap(([name, limit]) => (limit === undefined ? [] : [{ name, limit }]));
}

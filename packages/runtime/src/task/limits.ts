import { defined, type MAILMessage } from '@posthouse/protocol';
import type { RunLimits } from '../definitions/swarm-definition.ts';
import type { RunLedger } from './run-ledger.ts';
import type { RunData } from './task-data.ts';

/** The limits of a run for which nobody has set others. */
export const DEFAULT_LIMITS = {
  turns: 100,
  repeats: 6,
  resultBytes: 64 * 1024,
  storedResultBytes: 1024 * 1024,
  textBytes: 1024 * 1024,
} as const satisfies RunLimits;

/** Ends a sentence that tells of a limit. */
export const WHERE_LIMITS_ARE_SET = 'Limits are set in the swarm, on the server or with the message';

/**
 * Mail that counts against the message limit: what people and agents write to each other, not what the system says. The
 * subject does not matter, or an agent could write past the limit by choosing one that looks like the system's.
 */
export function countsAsMessage({ msgType, message }: MAILMessage): boolean {
  return message.sender.addressType !== 'system' && msgType !== 'broadcast_complete';
}

/** The limit that a run has used up, as a sentence, if any. `turns` counts those that are about to begin, too. */
export function exceededLimit(
  run: RunData,
  ledger: RunLedger,
  limits: RunLimits,
  { now, turns = ledger.turns }: { now: number; turns?: number },
): string | undefined {
  const used: [string, number, number | undefined][] = [
    ['messages', ledger.messages, limits.messages],
    ['turns', turns, limits.turns],
    ['milliseconds', now - run.startedAt, limits.milliseconds],
    ['tokens', ledger.tokens, limits.tokens],
    ['cost', ledger.cost, limits.cost],
  ];
  // A limit of 15 lets 15 happen; it is the one after that which has to wait.
  const hit = used.find(([, amount, limit]) => limit !== undefined && amount > limit);
  return hit === undefined ? undefined : `the run has reached its limit of ${hit[2]} ${hit[0]}`;
}

/** How long it takes until a limit of time is reached, which happens whether or not anything else does. */
export function timeLeft(swarm: RunLimits, run: RunData, now: number): number | undefined {
  const { milliseconds } = limitsOf(swarm, run);
  const left = milliseconds === undefined ? 0 : run.startedAt + milliseconds + 1 - now;
  return left > 0 ? left : undefined;
}

/** The limits of a run: those of the swarm, unless the run brought its own. */
export function limitsOf(
  swarm: RunLimits,
  run?: Pick<RunData, 'limits'>,
): RunLimits & Required<Pick<RunLimits, keyof typeof DEFAULT_LIMITS>> {
  return { ...DEFAULT_LIMITS, ...defined(swarm), ...defined((run?.limits ?? {}) as RunLimits) };
}

/** The limits that a caller asks for, as far as the swarm allows them. */
export function lowerLimits(swarm: RunLimits, asked: RunLimits): RunLimits {
  const allowed = limitsOf(swarm);
  const given = Object.entries(defined(asked)) as [keyof RunLimits, number][];
  return Object.fromEntries(given.map(([name, limit]) => [name, Math.min(limit, allowed[name] ?? Infinity)]));
}

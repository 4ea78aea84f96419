import { defined } from '@posthouse/protocol';
import { z } from 'zod';

/** How a peer is doing, as whichever process asked it last has written down. */
export const peerHealthSchema = z.object({
  active: z.boolean().default(true),
  lastSeen: z.string().optional(),
  /** How long its last answer took, in milliseconds. */
  latency: z.number().optional(),
  /** How often in a row it has not answered. */
  failures: z.number().default(0),
  /** When it is asked again, in milliseconds since 1970. */
  nextAt: z.number().default(0),
});
export type PeerHealth = z.infer<typeof peerHealthSchema>;

/** What a check has found; without `latency` nobody answered. */
export type HealthFinding = { at: number; latency?: number };

const EVERY_MS = 30_000;
const MAX_PAUSE_MS = 10 * 60_000;
const JITTER = 0.1;

/**
 * The health of a peer after a check. Who does not answer is asked less and less often, and nobody is asked by all of its
 * peers at the same moment.
 *
 * @example toHealth(undefined, { at: now, latency: 12 }, { toText }) // active, asked again in about 30 seconds
 */
export function toHealth(
  before: PeerHealth | undefined,
  { at, latency }: HealthFinding,
  { everyMs = EVERY_MS, random = Math.random, toText }: HealthPace & { toText: (at: number) => string },
): PeerHealth {
  const failures = latency === undefined ? (before?.failures ?? 0) + 1 : 0;
  const pause = Math.min(everyMs * 2 ** Math.max(0, failures - 1), Math.max(everyMs, MAX_PAUSE_MS));
  const nextAt = at + Math.round(pause * (1 - JITTER + 2 * JITTER * random()));
  const lastSeen = latency === undefined ? before?.lastSeen : toText(at);
  return {
    active: latency !== undefined,
    failures,
    nextAt,
    ...defined({ lastSeen, latency }),
  };
}

export type HealthPace = {
  /** Between two questions to a peer that answers; 30 seconds unless given. */
  everyMs?: number;
  random?: () => number;
};

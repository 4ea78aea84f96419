/** How long to wait for other swarms, and how often to retry. */
export type FederationPolicy = {
  /** How long to retry a letter that cannot be delivered before its sender is told. */
  giveUpMs: number;
  /** How long a run waits for a peer that has taken a letter and gives no sign. */
  silenceMs: number;
  /** The wait after the first failure; it doubles with every further one. */
  firstRetryMs: number;
  longestRetryMs: number;
  /** How long a letter waits for what its sender did before, so that the log has both in this order. */
  catchUpMs: number;
  /** Through how many swarms a matter may go. */
  mostHops: number;
};

const HOUR_MS = 3_600_000;

export const DEFAULT_POLICY: FederationPolicy = {
  giveUpMs: HOUR_MS,
  silenceMs: HOUR_MS,
  firstRetryMs: 500,
  longestRetryMs: 60_000,
  catchUpMs: 1_000,
  mostHops: 8,
};

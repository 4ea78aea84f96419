/** How a connection came to its end, and what it had brought by then. */
export type Ending = {
  /** Ended by the server in good order, or broken off. */
  clean: boolean;
  /** What the newest frame ended, if anything: a run, for now or for good, or this very stream. */
  end: 'paused' | 'ended' | 'over' | undefined;
  /** How many frames of the log it brought, and all connections before it. */
  fresh: number;
  seen: number;
  givesIds: boolean;
  /** Whether runs to come are wanted, too. */
  later: boolean;
  /** Whether this is about one message, whose stream ends when its run pauses. */
  oneMessage: boolean;
};

/**
 * - `done`: there is no more.
 * - `reconnect`: there is more, from the newest id on.
 * - `ask`: nothing came, and that may be all there is; the task's record knows.
 * - `lost`: there may be more, but this server cannot continue a stream.
 */
export type Next = 'done' | 'reconnect' | 'ask' | 'lost';

/** What to do when a connection has ended. */
export function decideNext({ clean, end, fresh, seen, givesIds, later, oneMessage }: Ending): Next {
  if (end === 'over') return 'done';
  if (!givesIds) return seen === 0 ? 'reconnect' : 'lost';
  if (later) return 'reconnect';
  if (end === 'paused' && oneMessage) return 'done';
  if (!clean) return 'reconnect';
  if (end !== undefined) return 'done';
  return fresh > 0 ? 'reconnect' : 'ask';
}

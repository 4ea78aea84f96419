import { median } from '../server/first-token.ts';

/** What a server weighs at a moment, after its garbage was collected. Sizes are in bytes. */
export type Reading = {
  /** What its objects take, and buffers outside of the heap. */
  heap: number;
  rss: number;
  /** The database file, and what of it holds something. */
  file: number;
  used: number;
  wal: number;
  timers: number;
  /** Sockets and everything else that keeps a process alive. */
  handles: number;
  tasks: number;
  tombstones: number;
};

export type Column = keyof Reading;

/** How much more the end may be than the second quarter: a share of it, and what is noise however small it is. */
export type Tolerance = { share: number; least: number };

const MiB = 1024 * 1024;

/**
 * What has to stay flat. `rss` is what the system has not taken back, and is told only. All of these hold what is under way at that
 * moment, which is why medians are compared.
 */
export const TOLERANCES: Partial<Record<Column, Tolerance>> = {
  heap: { share: 0.1, least: 4 * MiB },
  file: { share: 0.1, least: MiB },
  used: { share: 0.2, least: MiB },
  wal: { share: 0.1, least: 4 * MiB },
  timers: { share: 0.5, least: 20 },
  handles: { share: 0.5, least: 20 },
  tasks: { share: 0.5, least: 50 },
  tombstones: { share: 0.5, least: 200 },
};

export type Verdict = { early: number; late: number; isFlat: boolean };

/**
 * Compares the second quarter with the last one: before it, caches fill and code is compiled.
 *
 * @example judge([9, 5, 5, 5, 5, 5, 5, 5], { share: 0.1, least: 0 }) // { early: 5, late: 5, isFlat: true }
 */
export function judge(values: readonly number[], tolerance?: Tolerance): Verdict {
  const quarter = Math.floor(values.length / 4);
  const early = median(values.slice(quarter, 2 * quarter));
  const late = median(values.slice(-quarter));
  const most = tolerance === undefined ? Infinity : early * (1 + tolerance.share) + tolerance.least;
  return { early, late, isFlat: late <= most };
}

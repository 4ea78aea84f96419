import fc from 'fast-check';

/** Whether this is the run with the big numbers. */
export const isFullRun = process.env.TEST_FULL === '1';

/** The number of runs for a property that needs at least so many to mean anything, and is quick: many more in a full run. */
export function atLeast(numRuns: number): { numRuns: number } {
  return { numRuns: Math.max(numRuns, isFullRun ? 5_000 : (fc.readConfigureGlobal().numRuns ?? 0)) };
}

/** Numbers that have no answer to the question. */
export class StatisticsError extends Error {
  override readonly name = 'StatisticsError';
}

/** Four decimals, which is more than samples deserve. Throws when calculating went beyond what numbers can hold. */
export function rounded(value: number): number {
  if (!Number.isFinite(value)) throw new StatisticsError('the numbers are too large to calculate with');
  // JSON has no negative zero, so nobody should see one.
  return Math.abs(value) < 1e15 ? Number(value.toFixed(4)) || 0 : value;
}

/** The output of some calculation, or `Error: …` when there is none. */
export function orStatisticsError<Output>(work: () => Output): Output | string {
  try {
    return work();
  } catch (error) {
    if (error instanceof StatisticsError) return `Error: ${error.message}`;
    throw error;
  }
}

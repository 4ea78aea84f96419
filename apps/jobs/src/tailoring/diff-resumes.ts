/** How many lines two texts differ by. Empty lines do not count. */
export interface ResumeDiff {
  added: number;
  removed: number;
  /** Lines that both have, but in another order: as few as explain it. */
  moved: number;
}

/**
 * Counts the lines that were added, removed and moved.
 *
 * @example
 * diffResumes('a\nb\nc', 'c\na\nd'); // { added: 1, removed: 1, moved: 1 }
 */
export function diffResumes(before: string, after: string): ResumeDiff {
  const [old, now] = [toLines(before), toLines(after)];
  const places = new Map<string, number[]>();
  for (const [at, line] of old.entries()) places.set(line, [...(places.get(line) ?? []), at]);
  // Equal lines are matched in their order, each once.
  const kept = now.flatMap((line) => places.get(line)?.shift() ?? []);
  return {
    added: now.length - kept.length,
    removed: old.length - kept.length,
    moved: kept.length - longestIncreasing(kept),
  };
}

function toLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** The length of the longest run, gaps allowed, that is in order already; everything else was moved. */
function longestIncreasing(numbers: readonly number[]): number {
  const ends: number[] = [];
  for (const number of numbers) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    ends[low] = number;
  }
  return ends.length;
}

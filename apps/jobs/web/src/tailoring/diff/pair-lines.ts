import { similarity, toWords } from './similarity.ts';

/** How much of two lines has to be the same for one to be a change of the other. */
const MIN_SIMILARITY = 0.5;
/** More comparisons than that take longer than they are worth. */
const MAX_COMPARISONS = 40_000;

/**
 * Finds the lines that became other lines, as pairs of places, in order and without crossing: those pairs that have most
 * words in common.
 *
 * @example pairLines(['Built the API', 'Led a team'], ['Led a small team']) // [[1, 0]]
 */
export function pairLines(before: readonly string[], after: readonly string[]): [number, number][] {
  if (before.length * after.length > MAX_COMPARISONS) return [];
  const [old, now] = [before.map(toWords), after.map(toWords)];
  // best[i][j]: how much the first i and the first j lines can have in common.
  const best = Array.from({ length: old.length + 1 }, () => new Float64Array(now.length + 1));
  const alike = old.map((words) => now.map((others) => similarity(words, others)));
  for (const [i, row] of alike.entries()) {
    for (const [j, value] of row.entries()) {
      const paired = value >= MIN_SIMILARITY ? best[i]![j]! + value : 0;
      best[i + 1]![j + 1] = Math.max(best[i]![j + 1]!, best[i + 1]![j]!, paired);
    }
  }
  const pairs: [number, number][] = [];
  for (let [i, j] = [old.length, now.length]; i > 0 && j > 0;) {
    if (best[i]![j] === best[i - 1]![j]) i -= 1;
    else if (best[i]![j] === best[i]![j - 1]) j -= 1;
    else pairs.unshift([(i -= 1), (j -= 1)]);
  }
  return pairs;
}

import { similarity, toWords } from './similarity.ts';

/** How much two lines in different places have to have in common for one to be the other. */
const MIN_SIMILARITY = 0.6;
/** More comparisons than that take longer than they are worth. */
const MAX_COMPARISONS = 40_000;

/**
 * Finds the lines that went somewhere else and were changed on the way, as pairs of places: the most similar first, each
 * line once.
 *
 * @example matchMoved(['Led a team of 5', 'Sailed'], ['Cooked', 'Led a team of 6']) // [[0, 1]]
 */
export function matchMoved(gone: readonly string[], come: readonly string[]): [number, number][] {
  if (gone.length * come.length > MAX_COMPARISONS) return [];
  const arrived = come.map(toWords);
  const candidates = gone.flatMap((line, from) => {
    const words = toWords(line);
    return arrived.flatMap((others, to) => {
      const value = similarity(words, others);
      return value >= MIN_SIMILARITY ? [{ from, to, value }] : [];
    });
  });
  const [left, taken] = [new Set<number>(), new Set<number>()];
  const pairs: [number, number][] = [];
  for (const { from, to } of candidates.toSorted((a, b) => b.value - a.value)) {
    if (left.has(from) || taken.has(to)) continue;
    left.add(from);
    taken.add(to);
    pairs.push([from, to]);
  }
  return pairs;
}

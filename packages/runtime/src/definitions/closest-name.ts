// Names longer than this are not typed by hand, and comparing them would cost more than a suggestion is worth.
const MAX_TYPED_LENGTH = 100;

/** How much of a name may differ before the other name is no longer what somebody meant. */
const TOLERANCE = 0.4;

/**
 * The name that was most likely meant, or undefined if none is close.
 *
 * @example closestName('wether', ['math', 'weather']) // 'weather'
 */
export function closestName(name: string, candidates: Iterable<string>): string | undefined {
  let closest: string | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of candidates) {
    if (candidate === name || candidate.length > MAX_TYPED_LENGTH || name.length > MAX_TYPED_LENGTH) continue;
    const distance = editDistance(plain(name), plain(candidate));
    const allowed = Math.floor(Math.max(name.length, candidate.length) * TOLERANCE);
    if (distance <= allowed && distance < least) {
      closest = candidate;
      least = distance;
    }
  }
  return closest;
}

/**
 * The sentence that ends an error message about an unknown name; empty when there is nothing to suggest.
 *
 * @example `there is no agent 'wether'.${didYouMean('wether', names)}` // "there is no agent 'wether'. Did you mean 'weather'?"
 */
export function didYouMean(name: string, candidates: Iterable<string>): string {
  const closest = closestName(name, candidates);
  return closest === undefined ? '' : ` Did you mean '${closest}'?`;
}

/** `getWeather`, `get-weather` and `get_weather` are the same name to a person. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[-_\s]/g, '');
}

/** How many letters to add, drop, change or swap with their neighbour to get from one text to the other. */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const same = from[row - 1] === to[column - 1];
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      current[column] = Math.min(
        last[column]! + 1,
        current[column - 1]! + 1,
        last[column - 1]! + (same ? 0 : 1),
        swapped ? beforeLast[column - 2]! + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[to.length]!;
}

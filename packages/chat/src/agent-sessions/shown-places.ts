import type { AgentSessionData } from './agent-session-store.ts';

type Hidden = Pick<AgentSessionData, 'hidden'>;

/** Whether a place is not shown any more. */
export function isHidden(data: Hidden, place: number): boolean {
  return rangeAt(data, place) !== undefined;
}

/**
 * The last places of a stretch that are shown, or its first ones, at most so many. What is hidden is stepped over, however
 * much that is.
 */
export function shownPlaces(
  data: Hidden,
  { from, to, limit, end }: { from: number; to: number; limit: number; end: 'first' | 'last' },
): number[] {
  const places: number[] = [];
  let place = end === 'last' ? to : from;
  while (places.length < limit && from <= place && place <= to) {
    const [first, last] = rangeAt(data, place) ?? [place, place];
    if (!isHidden(data, place)) places.push(place);
    place = end === 'last' ? first - 1 : last + 1;
  }
  return end === 'last' ? places.toReversed() : places;
}

function rangeAt({ hidden = [] }: Hidden, place: number): [first: number, last: number] | undefined {
  return hidden.find(([first, last]) => first <= place && place <= last);
}

import { toEdgeId } from '../moments/moment.ts';

const ARROW = toEdgeId('', '');

/** The ways that mail has gone, as pairs of who wrote and who got it. */
export function toTravelled(traffic: Readonly<Record<string, number>>): [from: string, to: string][] {
  return Object.keys(traffic).map((id) => {
    const cut = id.indexOf(ARROW);
    return [id.slice(0, cut), id.slice(cut + ARROW.length)];
  });
}

import { seededRandom } from '@posthouse/runtime/reference-library';

/** A flight that somebody could take. */
export type Flight = { flight: string; departs: string; price: number };

/** Invented flights to a place, always the same ones, the cheapest first. */
export function toFlights(place: string): Flight[] {
  const random = seededRandom('flights', place.toLowerCase());
  return Array.from({ length: 3 }, () => ({
    flight: `PH ${random.integer(100, 999)}`,
    departs: `${String(random.integer(6, 21)).padStart(2, '0')}:${random.pick(['05', '20', '35', '50'])}`,
    price: random.integer(90, 890),
  })).toSorted((left, right) => left.price - right.price);
}

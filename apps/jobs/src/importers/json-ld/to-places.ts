import type { Place } from '../../postings/posting.ts';
import { isFields, toList, toText, type Fields } from '../importing.ts';

const MAX_PLACES = 50;

/** Places out of everything that `jobLocation` has been seen to hold: a place, a list, an address, a plain line. */
export function toPlaces(value: unknown): Place[] {
  return toList(value)
    .slice(0, MAX_PLACES)
    .flatMap((place) => toPlace(place) ?? []);
}

function toPlace(value: unknown): Place | undefined {
  const line = toText(value);
  if (line !== undefined) return { text: line };
  if (!isFields(value)) return undefined;
  const address = toList(value['address'])[0] ?? value;
  const text = toText(address);
  if (text !== undefined) return { text };
  return isFields(address) ? fromAddress(address, toText(value['name'])) : undefined;
}

function fromAddress(address: Fields, name: string | undefined): Place | undefined {
  const locality = toNamed(address['addressLocality']);
  const region = toNamed(address['addressRegion']);
  const country = toNamed(address['addressCountry']);
  const parts = [...new Set([locality, region, country].filter((part) => part !== undefined))];
  const text =
    parts.length > 0 ? parts.join(', ') : (name ?? toText(address['streetAddress']) ?? toText(address['name']));
  if (text === undefined) return undefined;
  return {
    text,
    locality,
    region,
    country,
  };
}

/** "Germany", or an object whose name is Germany. Placeholders that generators leave are nothing. */
export function toNamed(value: unknown): string | undefined {
  const [first] = toList(value);
  const text = toText(isFields(first) ? (first['name'] ?? first['@id']) : first);
  return text === undefined || /^(?:null|undefined|n\/?a|none|unavailable|-)$/i.test(text) ? undefined : text;
}

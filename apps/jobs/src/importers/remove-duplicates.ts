import type { Posting } from '../postings/posting.ts';
import { toCanonicalUrl } from './canonical-url.ts';
import { toSoftKey } from './soft-key.ts';

/**
 * Postings without those that appear twice: under the same address or number, or else with the same company, title and
 * place. The first stays.
 */
export function removeDuplicates(postings: readonly Posting[]): Posting[] {
  const seen = new Set<string>();
  return postings.filter((posting) => {
    const address = posting.url === undefined ? undefined : toCanonicalUrl(posting.url);
    const hard = [
      ...(posting.externalId === undefined ? [] : [`id ${posting.source} ${posting.company} ${posting.externalId}`]),
      ...(address === undefined ? [] : [`url ${address}`]),
    ];
    // Two numbers or two addresses are two jobs, even if they look alike.
    const keys = hard.length > 0 ? hard : [`soft ${toSoftKey(posting)}`];
    const known = keys.some((key) => seen.has(key));
    for (const key of keys) seen.add(key);
    return !known;
  });
}

import type { PageFacts } from '../page-facts.ts';

/** A page that says nothing but what is given. */
export function toFacts(given: Partial<PageFacts> = {}): PageFacts {
  return { url: 'https://example.com/jobs/1', title: '', jsonLd: [], microdata: [], shown: {}, text: '', ...given };
}

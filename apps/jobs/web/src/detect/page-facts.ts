import type { JsonLdNode } from './find-nodes.ts';

/** What stands where known boards show a posting, as text. */
export type ShownPosting = {
  title?: string | undefined;
  company?: string | undefined;
  location?: string | undefined;
  description?: string | undefined;
};

/** What was read from a page, to look for postings in. All of it was written by strangers. */
export type PageFacts = {
  url: string;
  title: string;
  /** The first heading. */
  heading?: string | undefined;
  /** What the page calls its site. */
  siteName?: string | undefined;
  /** The texts of its scripts with JSON-LD. */
  jsonLd: readonly string[];
  /** Its postings in microdata, with the keys that JSON-LD has for the same. */
  microdata: readonly JsonLdNode[];
  shown: ShownPosting;
  /** The main text of the page. */
  text: string;
};

/** How much is read from a page. What is longer was not written for readers. */
export const READ_LIMITS = {
  scripts: 50,
  /** A longer script is left out, since half of it would not be JSON. */
  script: 1_000_000,
  allScripts: 3_000_000,
  postings: 20,
  line: 500,
  address: 2_000,
  text: 50_000,
} as const;

/** Where boards show a posting, as selectors; the first that finds something counts. */
export const SHOWN_AT: Readonly<Record<keyof ShownPosting, readonly string[]>> = {
  title: [
    '.job-details-jobs-unified-top-card__job-title',
    '.top-card-layout__title',
    '[data-testid="jobsearch-JobInfoHeader-title"]',
    '.jobsearch-JobInfoHeader-title',
    '.posting-headline h2',
    '.ashby-job-posting-heading',
    '.job__title h1',
    '.app-title',
  ],
  company: [
    '.job-details-jobs-unified-top-card__company-name',
    '.topcard__org-name-link',
    '[data-testid="inlineHeader-companyName"]',
    '[data-company-name="true"]',
    '.company-name',
  ],
  location: [
    '.topcard__flavor--bullet',
    '[data-testid="inlineHeader-companyLocation"]',
    '[data-testid="job-location"]',
    '.posting-categories .location',
    '.job__location',
  ],
  description: [
    '.jobs-description__content',
    '.description__text',
    '#jobDescriptionText',
    '[data-qa="job-description"]',
    '.job__description',
    '[class*="_descriptionText_"]',
  ],
};

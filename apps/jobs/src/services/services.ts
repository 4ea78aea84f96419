import type { JobsDatabase } from '../database/open-database.ts';
import type { Engines } from '../engines/engines.ts';
import type { FindGmail } from '../gmail/gmail-account.ts';
import type { FetchPage } from '../network/fetch-page.ts';

/** What the services have in common, whoever they work for. */
export type Office = {
  readonly database: JobsDatabase;
  readonly now: () => Date;
  readonly fetchPage: FetchPage;
  /** Whose mail may be read. */
  readonly gmail: FindGmail;
  readonly engines: Engines;
  /** Where mail files to import and finished PDFs lie. */
  readonly dataDir: string;
};

/**
 * The desk of one owner: every service takes it first, and sees nothing but what is this owner's. Routes and the tools
 * of agents call the same services.
 *
 * @example
 * const { jobs } = listJobs({ ...office, ownerId }, { search: 'typescript' });
 */
export type Desk = Office & { readonly ownerId: number };

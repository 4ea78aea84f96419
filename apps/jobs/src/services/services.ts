import type { JobsDatabase } from '../database/open-database.ts';
import type { Engines } from '../engines/engines.ts';
import type { FindGmail } from '../gmail/gmail-account.ts';
import type { FetchPage } from '../network/fetch-page.ts';

/** What the code of the app works with, whoever it works for. */
export type Services = {
  readonly database: JobsDatabase;
  readonly now: () => Date;
  readonly fetchPage: FetchPage;
  /** Whose mail may be read. */
  readonly gmail: FindGmail;
  readonly engines: Engines;
  /** Where mail files to import and finished PDFs lie. */
  readonly dataDir: string;
};

/** The database, and whose rows of it are meant. */
export type OwnerDatabase = { readonly database: JobsDatabase; readonly ownerId: number };

/**
 * The same on behalf of one owner: functions that read or change data take it first, and see nothing but what is this
 * owner's. Routes and the tools of agents call the same functions.
 *
 * @example
 * const { jobs } = listJobs({ ...services, ownerId }, { search: 'typescript' });
 */
export type OwnerServices = Services & OwnerDatabase;

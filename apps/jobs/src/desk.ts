import type { AnalysisEngine } from './analysis/analysis-engine.ts';
import type { JobsDatabase } from './database/open-database.ts';
import type { FetchPage } from './ingest/fetch-page.ts';
import type { FindGmail } from './sync/gmail/gmail-account.ts';
import type { TailoringEngine } from './tailoring/tailoring-engine.ts';

/** Who does the thinking. A language model is there only when somebody has set one up. */
export type Engines = {
  readonly offline: { readonly analysis: AnalysisEngine; readonly tailoring: TailoringEngine };
  readonly llm?: { readonly analysis: AnalysisEngine; readonly tailoring: TailoringEngine };
};

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

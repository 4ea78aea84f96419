/** Boards whose postings are known by their address. */
export type BoardName = 'greenhouse' | 'lever' | 'ashby' | 'linkedin' | 'indeed';

/** A posting on a page, as the chat is told about it. */
export type PageJob = {
  title: string;
  company?: string;
  location?: string;
  url: string;
  /** The board that the page belongs to, or how the page says it. */
  source: BoardName | 'json-ld' | 'microdata';
  /** Plain text. */
  description?: string;
};

/** A posting on a page, and the body with which `POST /jobs/ingest` saves it. */
export type FoundJob = { job: PageJob; ingest: Readonly<Record<string, unknown>> };

import type { Server } from '@posthouse/components';

/** The ways in which the page hands postings in. */
export type IngestInput =
  | { url: string }
  | { url: string; html: string }
  | { url: string; content: string; title?: string; company?: string }
  | { jsonLd: Record<string, unknown> | unknown[]; url?: string }
  | { raw: string }
  | { mbox: string }
  | { gmail: Record<string, unknown> }
  | { jobs: unknown[] };

type Named = { id: number; title: string; company: string };

/** What came of it. */
export type Ingested = {
  created: Named[];
  updated: Named[];
  skipped: { id: number; reason: 'duplicate'; url: string | null }[];
  warnings: string[];
};

export async function ingest(server: Server, input: IngestInput): Promise<Ingested> {
  return (await server.ask('/jobs/ingest', { method: 'POST', body: input })) as Ingested;
}

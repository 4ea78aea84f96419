import type { Server } from '@posthouse/components';
import { readEvents } from './read-events.ts';

export type SourceFailure = { source: string; code: string; message: string };

/** What a run tells while it goes on. */
export type SyncEvent =
  | { status: 'searching'; source: string }
  | { status: 'processing'; synced: number; total: number; newJobs: number }
  | {
      status: 'complete';
      synced: number;
      newJobs: number;
      updated: number;
      skipped: number;
      errors: SourceFailure[];
    }
  | { status: 'error'; code: string; message: string; errors: SourceFailure[] };

/** A run as it is kept. */
export type SyncRun = {
  runId: number;
  status: 'running' | 'complete' | 'error';
  sources: string[];
  created: number;
  updated: number;
  skipped: number;
  errors: SourceFailure[];
  startedAt: string;
  finishedAt: string | null;
};

/**
 * Begins a run, or joins the one that is going on, and gives what it tells. It goes on when nobody watches. Without
 * sources it takes those of the last time.
 */
export async function* watchSync(
  server: Server,
  sources: readonly string[],
  signal: AbortSignal,
): AsyncGenerator<SyncEvent> {
  const query = sources.length === 0 ? '' : `?${new URLSearchParams({ sources: sources.join(',') }).toString()}`;
  const { body } = await server.open(`/jobs/sync${query}`, { signal });
  if (body !== null) yield* readEvents(body) as AsyncGenerator<SyncEvent>;
}

export async function loadSyncRuns(server: Server, signal: AbortSignal): Promise<SyncRun[]> {
  return ((await server.ask('/jobs/sync/runs?limit=5', { signal })) as { runs: SyncRun[] }).runs;
}

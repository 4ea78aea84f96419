import type { SyncEvent } from '../api/sync.ts';

/** How a run stands, as far as it has told. */
export type SyncProgress = {
  sources: { name: string; state: 'searching' | 'done' | 'failed'; message?: string }[];
  synced: number;
  total: number;
  newJobs: number;
  /** How it ended; undefined as long as it goes on. */
  ending: { state: 'complete'; updated: number; skipped: number } | { state: 'error'; message: string } | undefined;
};

export const NO_PROGRESS: SyncProgress = { sources: [], synced: 0, total: 0, newJobs: 0, ending: undefined };

/** What an event changes about that. */
export function afterEvent(before: SyncProgress, event: SyncEvent): SyncProgress {
  switch (event.status) {
    case 'searching':
      return {
        ...before,
        sources: [...before.sources.map(finished), { name: event.source, state: 'searching' }],
      };
    case 'processing': {
      const { synced, total, newJobs } = event;
      return { ...before, synced, total, newJobs };
    }
    case 'complete': {
      const { synced, newJobs, updated, skipped } = event;
      return {
        sources: settle(before, event),
        synced,
        total: Math.max(before.total, synced),
        newJobs,
        ending: { state: 'complete', updated, skipped },
      };
    }
    case 'error':
      return { ...before, sources: settle(before, event), ending: { state: 'error', message: event.message } };
    default:
      // A newer server may tell more than this page understands.
      return before;
  }
}

type Line = SyncProgress['sources'][number];

function finished(line: Line): Line {
  return line.state === 'searching' ? { ...line, state: 'done' } : line;
}

/** At the end it is known which sources have failed, also those that a reader who came late has not heard of. */
function settle({ sources }: SyncProgress, { errors }: Extract<SyncEvent, { errors: unknown }>): Line[] {
  const told = sources.map((line): Line => {
    const failure = errors.find(({ source }) => source === line.name);
    return failure === undefined ? finished(line) : { ...line, state: 'failed', message: failure.message };
  });
  const untold = errors
    .filter(({ source }) => !sources.some(({ name }) => name === source))
    .map(({ source, message }): Line => ({ name: source, state: 'failed', message }));
  return [...told, ...untold];
}

/** The sources in a text: one in each line, or separated by commas. There may be spaces in their names. */
export function toSources(text: string): string[] {
  return [...new Set(text.split(/[\n,]/).map((line) => line.trim()))].filter((line) => line !== '');
}

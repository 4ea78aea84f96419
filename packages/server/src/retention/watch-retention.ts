import { prune, type Retention } from '@posthouse/runtime';
import type { ServedSwarms } from '../served-swarms.ts';
import type { Logger } from '../logging/logger.ts';
import { servedDeleter } from './served-deleter.ts';

export type RetentionOptions = {
  retention: Retention;
  logger: Logger;
  /** How often to look for what is too old; every ten minutes unless given. */
  everyMs?: number;
};

/** What is too old is deleted by nobody in particular. */
const RETENTION = { by: 'server', why: 'retention' } as const;
const EVERY_MS = 10 * 60_000;

/** Deletes what is older than it may get, while the server serves; until it is disposed of. */
export function watchRetention(
  served: ServedSwarms,
  { retention, logger, everyMs = EVERY_MS }: RetentionOptions,
): Disposable {
  const stopping = new AbortController();
  let isPruning = false;
  const look = async (): Promise<void> => {
    if (isPruning) return;
    isPruning = true;
    try {
      const { signal } = stopping;
      const gone = await prune({
        ...servedDeleter(served, RETENTION),
        store: served.store,
        retention,
        now: Date.now,
        signal,
      });
      if (gone.tasks + gone.sessions > 0) logger.info('old tasks and sessions were deleted', gone);
    } catch (error) {
      if (!stopping.signal.aborted) logger.error('old tasks and sessions could not be deleted', { error });
    } finally {
      isPruning = false;
    }
  };
  const timer = Object.keys(retention).length === 0 ? undefined : setInterval(() => void look(), everyMs).unref();
  if (timer !== undefined) void look();
  return {
    [Symbol.dispose]() {
      clearInterval(timer);
      stopping.abort();
    },
  };
}

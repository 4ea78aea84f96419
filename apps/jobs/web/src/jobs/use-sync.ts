import { Refusal, useLatest, useServer } from '@posthouse/components';
import { useCallback, useEffect, useRef, useState } from 'react';
import { type SyncEvent, watchSync } from '../api/sync.ts';
import { afterEvent, NO_PROGRESS, type SyncProgress } from './sync-progress.ts';

export type Sync = {
  progress: SyncProgress | undefined;
  busy: boolean;
  /** Why nothing is seen any more. `cut`: the run itself may well go on. */
  failure: Error | 'cut' | undefined;
  /** Begins a run, or joins the one that is going on. */
  start: (sources: readonly string[]) => void;
};

type State = Omit<Sync, 'start'>;

/** A run of looking for jobs, as it goes on. Whoever leaves only stops watching. */
export function useSync(onEnd: () => void): Sync {
  const server = useServer();
  const [state, setState] = useState<State>({ progress: undefined, busy: false, failure: undefined });
  const ended = useLatest(onEnd);
  const watching = useRef<AbortController>(undefined);
  const start = useCallback(
    (sources: readonly string[]) => {
      watching.current?.abort();
      const aborter = new AbortController();
      watching.current = aborter;
      const { signal } = aborter;
      void watch(watchSync(server, sources, signal), (next) => {
        if (signal.aborted) return;
        setState(next);
        if (next.progress?.ending !== undefined) ended.current();
      });
    },
    [server, ended],
  );
  useEffect(() => () => watching.current?.abort(), []);
  return { ...state, start };
}

async function watch(events: AsyncGenerator<SyncEvent>, tell: (state: State) => void): Promise<void> {
  let progress = NO_PROGRESS;
  tell({ progress, busy: true, failure: undefined });
  try {
    for await (const event of events) {
      progress = afterEvent(progress, event);
      tell({ progress, busy: progress.ending === undefined, failure: undefined });
    }
    if (progress.ending === undefined) tell({ progress, busy: false, failure: 'cut' });
  } catch (error) {
    tell({ progress, busy: false, failure: error instanceof Refusal ? error : 'cut' });
  }
}

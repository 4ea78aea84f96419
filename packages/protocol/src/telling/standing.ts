import type { LogEntry } from '../log/log-entry.ts';

/** Where a task stands: nothing was asked yet, its run is at work or waits for somebody, or how the last run came out. */
export type Standing = 'new' | 'running' | 'paused' | 'complete' | 'error' | 'cancelled';

/** Where a task stands after one more entry. What another swarm does for it changes nothing. */
export function nextStanding(standing: Standing, entry: Pick<LogEntry, 'type'>): Standing {
  switch (entry.type) {
    case 'run-started':
    case 'resumed':
      return 'running';
    case 'paused':
      return 'paused';
    case 'run-ended':
      return (entry as LogEntry & { type: 'run-ended' }).outcome;
    default:
      return standing;
  }
}

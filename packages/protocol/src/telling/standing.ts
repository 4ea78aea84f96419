import type { LogEntry } from '../log/log-entry.ts';

/**
 * The standing of a task: nothing was asked yet, its run is at work or waits for somebody, or how the last run
 * ended.
 */
export type Standing = 'new' | 'running' | 'paused' | 'complete' | 'error' | 'cancelled';

/** The standing of a task after one more entry. What another swarm does for it changes nothing. */
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

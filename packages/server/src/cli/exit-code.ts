/** How a command ended, for the shell that started it. */
export const EXIT = {
  /** It did what it was asked; a task is complete. */
  complete: 0,
  /** It failed; a task ended with an error. */
  error: 1,
  /** The command line was wrong, and nothing was done. */
  usage: 2,
  /** The task waits for somebody's answer. */
  paused: 3,
  /** The task was cancelled, as a shell reports Ctrl-C. */
  cancelled: 130,
} as const;

/** The exit code for the end of a run. */
export function toExitCode(status: 'complete' | 'paused' | 'error' | 'cancelled'): number {
  return EXIT[status];
}

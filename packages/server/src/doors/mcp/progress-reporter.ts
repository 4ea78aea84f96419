import type { Telling } from '@posthouse/protocol';
import { toProgress } from './to-progress.ts';

export type ProgressReporter = Disposable & {
  see(telling: Telling): void;
  /** Resolves when all that was said is on its way. */
  sent(): Promise<void>;
};

/**
 * Tells whoever waits who does what, and every now and then that the work goes on: clients give up on a call that they
 * hear nothing of.
 */
export function progressReporter(
  send: (progress: { progress: number; message: string }) => Promise<void>,
  quietMs: number,
): ProgressReporter {
  let count = 0;
  let last = 'the swarm is at work';
  let sending = Promise.resolve();
  const report = (message: string): void => {
    count += 1;
    const progress = { progress: count, message };
    // Somebody who has left need not be told.
    sending = sending.then(() => send(progress)).catch(() => undefined);
    timer.refresh();
  };
  const timer = setTimeout(() => report(last), quietMs).unref();
  return {
    see(telling) {
      const line = toProgress(telling);
      if (line === undefined) return;
      last = line;
      report(line);
    },
    sent: () => sending,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

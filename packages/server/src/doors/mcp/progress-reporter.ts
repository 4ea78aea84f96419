import type { Pace } from '@posthouse/chat';

export type ProgressReporter = Disposable & {
  report(line: string): void;
  /** Whether whoever waits takes what was said. */
  readonly pace: Pace;
  /** Resolves when all that was said is on its way. */
  sent(): Promise<void>;
};

/** So many lines may wait to be taken. */
const MAX_WAITING_LINES = 100;

/**
 * Tells whoever waits who does what, and every now and then that the work continues: clients give up on a call that they
 * hear nothing of.
 */
export function progressReporter(
  send: (progress: { progress: number; message: string }) => Promise<void>,
  quietMs: number,
): ProgressReporter {
  let count = 0;
  let waiting = 0;
  let last = 'the swarm is working';
  let sending = Promise.resolve();
  const say = (message: string): void => {
    count += 1;
    waiting += 1;
    const progress = { progress: count, message };
    // Somebody who has left need not be told.
    sending = sending
      .then(() => send(progress))
      .catch(() => undefined)
      .finally(() => (waiting -= 1));
    timer.refresh();
  };
  // Somebody who takes nothing need not hear that the work continues.
  const timer = setTimeout(() => (waiting === 0 ? say(last) : timer.refresh()), quietMs).unref();
  return {
    report(line) {
      last = line;
      say(line);
    },
    sent: () => sending,
    pace: {
      get isBehind() {
        return waiting > MAX_WAITING_LINES;
      },
      room: () => sending,
    },
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

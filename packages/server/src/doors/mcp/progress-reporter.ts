export type ProgressReporter = Disposable & {
  report(line: string): void;
  /** Resolves when all that was said is on its way. */
  sent(): Promise<void>;
};

/**
 * Tells whoever waits who does what, and every now and then that the work continues: clients give up on a call that they
 * hear nothing of.
 */
export function progressReporter(
  send: (progress: { progress: number; message: string }) => Promise<void>,
  quietMs: number,
): ProgressReporter {
  let count = 0;
  let last = 'the swarm is working';
  let sending = Promise.resolve();
  const say = (message: string): void => {
    count += 1;
    const progress = { progress: count, message };
    // Somebody who has left need not be told.
    sending = sending.then(() => send(progress)).catch(() => undefined);
    timer.refresh();
  };
  const timer = setTimeout(() => say(last), quietMs).unref();
  return {
    report(line) {
      last = line;
      say(line);
    },
    sent: () => sending,
    [Symbol.dispose]: () => clearTimeout(timer),
  };
}

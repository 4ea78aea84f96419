import { constants } from 'node:os';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

type Stop = () => Promise<void>;

/** Everything in this process that has to be stopped before it ends. */
const stops = new Set<Stop>();
let leaving = false;

/**
 * Calls `stop` when the process is asked to end, and ends it when all have stopped: 0 if that went well, 1 if not. Who
 * asks a second time does not want to wait: the process ends at once, as if it had not listened. Gives a function that
 * takes it back.
 */
export function onShutdown(stop: Stop): () => void {
  if (stops.size === 0) for (const signal of SIGNALS) process.on(signal, leave);
  stops.add(stop);
  return () => {
    stops.delete(stop);
    if (stops.size === 0 && !leaving) for (const signal of SIGNALS) process.off(signal, leave);
  };
}

function leave(signal: NodeJS.Signals): void {
  if (leaving) process.exit(128 + constants.signals[signal]);
  leaving = true;
  void Promise.allSettled([...stops].map((stop) => stop())).then((ends) =>
    process.exit(ends.some(({ status }) => status === 'rejected') ? 1 : 0),
  );
}

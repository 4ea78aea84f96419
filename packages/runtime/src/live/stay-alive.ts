import { MAX_TIMER_MS } from '../timing/max-timer.ts';

let waiting = 0;
let timer: NodeJS.Timeout | undefined;

/**
 * Keeps the process alive until the returned function is called. Whoever waits for a task that another process runs has
 * nothing else that would: looking for news alone is no reason to live. One timer for all, as many may wait.
 */
export function stayAlive(): () => void {
  waiting += 1;
  timer ??= setInterval(() => undefined, MAX_TIMER_MS);
  return leave;
}

function leave(): void {
  waiting -= 1;
  if (waiting > 0) return;
  clearInterval(timer);
  timer = undefined;
}

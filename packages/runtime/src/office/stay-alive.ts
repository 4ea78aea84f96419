const LONG_MS = 2_000_000_000;

/**
 * Keeps the process alive until the returned function is called. Whoever waits for a task that another process runs has
 * nothing else that would: looking for news alone is no reason to live.
 */
export function stayAlive(): () => void {
  const timer = setInterval(() => undefined, LONG_MS);
  return () => clearInterval(timer);
}

/** Does something with each item, a few at a time, in order of the list. Stops taking new ones when it is aborted or one fails. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  { atOnce, signal }: { atOnce: number; signal: AbortSignal },
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  let next = 0;
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      signal.throwIfAborted();
      const place = next;
      next += 1;
      try {
        results[place] = await work(items[place]!);
      } catch (error) {
        hasFailed = true;
        throw error;
      }
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  signal.throwIfAborted();
  const failure = ends.find((end) => end.status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  return results;
}

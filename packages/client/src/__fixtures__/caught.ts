/** What a promise rejects with. */
export async function caught(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

/** Everything that a stream gives, and how it ends. */
export async function drain<Item>(items: AsyncIterable<Item>): Promise<{ items: Item[]; error?: unknown }> {
  const seen: Item[] = [];
  try {
    for await (const item of items) seen.push(item);
    return { items: seen };
  } catch (error) {
    return { items: seen, error };
  }
}

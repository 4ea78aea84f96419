export type LoadOptions = {
  /** Whether the server is there. */
  isThere: () => Promise<boolean>;
  /** How long to wait before it is looked for again. */
  waitMs?: number;
};

/**
 * Loads a part of the page, and waits for a server that is away. A server that is there and yet does not have the part is
 * another one than that which the page comes from: then the error is the caller's.
 *
 * @example lazy(() => loadWhenReachable(() => import('./large-view.tsx'), { isThere }));
 */
export async function loadWhenReachable<Part>(
  load: () => Promise<Part>,
  { isThere, waitMs = 1000 }: LoadOptions,
): Promise<Part> {
  for (;;) {
    try {
      return await load();
    } catch {
      if (await isThere()) return load();
      await new Promise((resolve) => {
        setTimeout(resolve, waitMs);
      });
    }
  }
}

/** Whether a server answers at an address, whatever else it may be doing. */
export async function isAnswering(url: string): Promise<boolean> {
  return fetch(url, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );
}

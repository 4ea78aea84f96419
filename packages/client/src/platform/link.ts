import { web } from './web-globals.ts';
import type { WebSignal } from './web-types.ts';

/** A signal of our own that follows the caller's. `AbortSignal.any` would do the same, but Node 18 has none. */
export type Link = {
  readonly signal: WebSignal;
  abort(reason: unknown): void;
  /** Lets go of the caller's signal, which may live much longer. */
  close(): void;
};

export function openLink(outer: WebSignal | undefined): Link {
  const controller = new web.AbortController();
  const follow = () => controller.abort(outer?.reason);
  if (outer?.aborted === true) follow();
  else outer?.addEventListener('abort', follow);
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    close: () => outer?.removeEventListener('abort', follow),
  };
}

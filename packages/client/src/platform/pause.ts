import { untilAborted } from '@posthouse/protocol/light';
import { web } from './web-globals.ts';
import type { WebSignal } from './web-types.ts';

/** Waits, unless the signal says otherwise. */
export async function pause(milliseconds: number, signal: WebSignal | undefined): Promise<void> {
  let timer: unknown;
  const waited = new Promise<void>((resolve) => (timer = web.setTimeout(resolve, milliseconds)));
  try {
    await untilAborted(waited, signal);
  } finally {
    web.clearTimeout(timer);
  }
}

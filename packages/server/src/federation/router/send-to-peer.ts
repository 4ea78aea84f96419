import { messageOf, PosthouseError } from '@posthouse/protocol';
import { guardedFetch, type OutboundPolicy } from '@posthouse/runtime';
import type { PeerRequest } from './to-letter-request.ts';

export type SendToPeerOptions = { outbound?: OutboundPolicy; timeoutMs: number; signal: AbortSignal };

const MAX_BYTES = 1024 * 1024;

/** Sends a request to a peer and reads its whole answer. What only took too long counts as out of reach. */
export async function sendToPeer(
  { url, ...request }: PeerRequest,
  { outbound, timeoutMs, signal }: SendToPeerOptions,
): Promise<{ status: number; text: string; retryAfter: string | null }> {
  try {
    const policy = { ...outbound, timeoutMs, maxBytes: MAX_BYTES };
    // A letter goes where the registry says and nowhere else.
    const response = await guardedFetch(url, { ...request, policy, redirect: 'error', signal });
    return { status: response.status, text: await response.text(), retryAfter: response.headers.get('retry-after') };
  } catch (cause) {
    signal.throwIfAborted();
    throw toPeerError(cause);
  }
}

/** A failure of a call to a peer as the engine understands it: out of reach for now, or for good. */
export function toPeerError(cause: unknown): PosthouseError {
  if (!PosthouseError.isInstance(cause)) {
    const reason = messageOf(cause);
    return new PosthouseError({ code: 'peer_unreachable', message: `the peer could not be reached: ${reason}`, cause });
  }
  const tookLong = (cause.details as { reason?: unknown } | undefined)?.reason === 'timeout';
  if (cause.code === 'too_large' || (cause.code === 'url_refused' && tookLong)) {
    return new PosthouseError({ code: 'peer_unreachable', message: cause.message, cause });
  }
  return cause;
}

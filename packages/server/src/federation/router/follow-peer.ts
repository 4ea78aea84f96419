import { setTimeout as sleep } from 'node:timers/promises';
import { BoundedEventParser } from '@posthouse/client';
import { type LogEntry, logEntrySchema, parseJSON, PosthouseError, tokenSchema } from '@posthouse/protocol';
import { guardedFetch, type OutboundPolicy, type TokenEvent } from '@posthouse/runtime';
import { judgeOrder } from './judge-order.ts';
import { toPeerError } from './send-to-peer.ts';
import type { PeerRequest } from './to-letter-request.ts';

export type FollowPeerOptions = {
  peer: string;
  /** The request that reads the log from behind a place on; made anew for every try. */
  toRequest: (after: number) => PeerRequest | Promise<PeerRequest>;
  after: number;
  outbound?: OutboundPolicy;
  signal: AbortSignal;
  /** How long the peer may be silent; it pings every 15 seconds. */
  idleMs?: number;
  /** How often in a row nothing may come of a try before the reader is told; four times unless given. */
  tries?: number;
  /** Before another try. */
  pause?: (tries: number, signal: AbortSignal) => Promise<void>;
};

/** Longer than any stream lives. */
const FOREVER_MS = 2 ** 31 - 1;
const IDLE_MS = 45_000;
const TRIES = 4;

/**
 * The log of a task at a peer of ours as it grows. A stream that breaks is continued behind the last entry; text may then
 * come again, at its old offsets.
 */
export async function* followPeer(options: FollowPeerOptions): AsyncGenerator<LogEntry | TokenEvent> {
  const { peer, signal, tries: most = TRIES, pause = wait } = options;
  let after = options.after;
  for (let tries = 1; ; tries += 1) {
    try {
      for await (const event of readOnce(options, after)) {
        if (event === 'end') return;
        if (event.type !== 'token') {
          if (event.seq !== after + 1) throw broken(peer, `entry ${event.seq} came after entry ${after}`);
          after = event.seq;
        }
        tries = 0;
        yield event;
      }
      throw broken(peer, 'it ended too early');
    } catch (cause) {
      signal.throwIfAborted();
      const error = toPeerError(cause);
      if (!error.retryable || tries >= most) throw error;
      await pause(tries, signal);
    }
  }
}

/** One connection, up to its end. */
async function* readOnce(
  { peer, toRequest, outbound, signal, idleMs = IDLE_MS }: FollowPeerOptions,
  after: number,
): AsyncGenerator<LogEntry | TokenEvent | 'end'> {
  const silence = new AbortController();
  const both = AbortSignal.any([signal, silence.signal]);
  const quiet = setTimeout(() => silence.abort(broken(peer, `it was silent for ${idleMs} ms`)), idleMs);
  try {
    const { url, ...request } = await toRequest(after);
    const policy = { ...outbound, timeoutMs: FOREVER_MS, maxBytes: Number.MAX_SAFE_INTEGER };
    const response = await guardedFetch(url, { ...request, policy, redirect: 'error', signal: both });
    await judgeFollow(peer, response);
    const parser = new BoundedEventParser();
    const decoder = new TextDecoder();
    for await (const chunk of response.body ?? []) {
      quiet.refresh();
      for (const { event, data } of parser.push(decoder.decode(chunk, { stream: true }))) {
        if (event === 'end') yield 'end';
        if (event === 'entry') yield toEntry(peer, data);
        if (event === 'token') yield { type: 'token', ...toToken(peer, data) };
      }
    }
  } finally {
    clearTimeout(quiet);
    silence.abort();
  }
}

function toEntry(peer: string, data: string): LogEntry {
  const { data: entry } = logEntrySchema.safeParse(parseJSON(data));
  if (entry === undefined) throw broken(peer, 'it contains an entry that cannot be read');
  return entry;
}

function toToken(peer: string, data: string): Omit<TokenEvent, 'type'> {
  const { data: token } = tokenSchema.safeParse(parseJSON(data));
  if (token === undefined) throw broken(peer, 'it contains text that cannot be read');
  return token;
}

function broken(peer: string, reason: string): PosthouseError {
  return new PosthouseError({
    code: 'peer_unreachable',
    message: `the log of swarm '${peer}' cannot be read: ${reason}`,
  });
}

async function wait(tries: number, signal: AbortSignal): Promise<void> {
  await sleep(Math.random() * Math.min(200 * 2 ** tries, 5_000), undefined, { signal }).catch(() => undefined);
  signal.throwIfAborted();
}

/** Makes sure that an answer is a stream. */
async function judgeFollow(peer: string, response: Response): Promise<void> {
  const { status, headers } = response;
  if (status === 200 && headers.get('content-type')?.startsWith('text/event-stream') === true) return;
  await response.body?.cancel();
  judgeOrder(peer, { status });
  throw new PosthouseError({ code: 'peer_unreachable', message: `swarm '${peer}' did not answer with a stream` });
}

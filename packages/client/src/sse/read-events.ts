import type { ServerEvent } from '@posthouse/protocol/light';
import { RequestError } from '../http/request-error.ts';
import type { OpenRequest } from '../http/open-request.ts';
import { web } from '../platform/web-globals.ts';
import { BoundedEventParser } from './bounded-event-parser.ts';

export type ReadEventsOptions = {
  /** Named in errors. */
  request: string;
  /** How long the server may be silent. It pings every 15 seconds, so a longer silence means that nobody is there. */
  idleMs: number;
  /** The most characters that one event may have. */
  longestEvent?: number;
  /** Called when the server says how long to wait before a reconnect. */
  onRetry?: (milliseconds: number) => void;
};

/**
 * The events of an answer, as they come. Returns when the server ends the stream in good order; throws when it breaks off
 * or falls silent. Whoever stops reading closes the connection.
 */
export async function* readEvents(open: OpenRequest, options: ReadEventsOptions): AsyncGenerator<ServerEvent> {
  const { request, idleMs, longestEvent, onRetry } = options;
  const reader = open.response.body?.getReader();
  const decoder = new web.TextDecoder();
  const parser = new BoundedEventParser({ longest: longestEvent });
  open.stopClock();
  try {
    // A body that is not there is a stream of no events.
    if (reader === undefined) return;
    for (;;) {
      const timer = web.setTimeout(() => open.link.abort(silent(request, idleMs)), idleMs);
      const { done, value } = await open.within(reader.read()).finally(() => web.clearTimeout(timer));
      if (done) return;
      yield* parser.push(decoder.decode(value, { stream: true }));
      if (parser.retryMs !== undefined) onRetry?.(parser.retryMs);
    }
  } finally {
    reader?.cancel().catch(() => undefined);
    open.close();
  }
}

function silent(request: string, idleMs: number): RequestError {
  const message = `${request}: the stream has been silent for ${idleMs / 1000} s`;
  return new RequestError({ request, code: 'server_silent', message });
}

import type { Readable } from 'node:stream';
import { decodeBody } from './decode-body.ts';
import type { AnsweredRequest } from './exchange.ts';
import type { OutboundRequest } from './next-request.ts';
import { toTooLargeError, toUnreachableError } from './refusal.ts';

export type ToResponseOptions = {
  readonly request: OutboundRequest;
  readonly redirected: boolean;
  readonly maxBytes: number;
  /** What a reader of the body is told when it breaks off. */
  readonly toFailure: (cause: unknown) => unknown;
};

/** Statuses for which a `Response` must not have a body. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** The answer as `fetch` would give it: decoded, limited, and with the URL it finally came from. */
export function toResponse(answer: AnsweredRequest, options: ToResponseOptions): Response {
  const { request, redirected, maxBytes, toFailure } = options;
  const { status, statusText, headers } = answer;
  if (status < 200 || status > 599) {
    answer.body.destroy();
    throw toUnreachableError(request.url, new Error(`it answered with the status ${status}`));
  }
  const isEmpty = request.method === 'HEAD' || BODILESS.has(status);
  if (isEmpty) answer.body.resume();
  else if (Number(headers.get('content-length') ?? 0) > maxBytes) {
    answer.body.destroy();
    throw toTooLargeError(request.url, maxBytes);
  }
  const decoded = isEmpty ? undefined : decodeBody(answer.body, headers.get('content-encoding'));
  if (decoded !== undefined) for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  const body = isEmpty
    ? null
    : limitBody(decoded ?? answer.body, {
        maxBytes,
        toTooLarge: () => toTooLargeError(request.url, maxBytes),
        toReadError: toFailure,
      });
  const response = new Response(body, { status, statusText, headers });
  return Object.defineProperties(response, { url: { value: request.url.href }, redirected: { value: redirected } });
}

type LimitBodyOptions = {
  readonly maxBytes: number;
  /** The error to end with when the body is larger. */
  readonly toTooLarge: () => Error;
  /** What a reader sees of an error of the source. */
  readonly toReadError: (cause: unknown) => unknown;
};

/** A body that is read on demand and ends with an error, and its source with it, once it exceeds its limit. */
export function limitBody(source: Readable, options: LimitBodyOptions): ReadableStream<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]() as AsyncIterator<Buffer>;
  let size = 0;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = await chunks.next().catch((cause: unknown) => {
          throw options.toReadError(cause);
        });
        if (next.done === true) return controller.close();
        size += next.value.byteLength;
        if (size > options.maxBytes) {
          source.destroy();
          throw options.toTooLarge();
        }
        return controller.enqueue(new Uint8Array(next.value));
      },
      cancel: () => void source.destroy(),
    },
    { highWaterMark: 0 },
  );
}

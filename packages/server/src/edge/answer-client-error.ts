import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type ErrorCode, newId } from '@posthouse/protocol';

type Refusal = { status: number; detail: string; code: ErrorCode };

const REFUSALS: Record<string, Refusal> = {
  HPE_HEADER_OVERFLOW: { status: 431, detail: 'the headers of the request are too large', code: 'too_large' },
  HPE_CHUNK_EXTENSIONS_OVERFLOW: { status: 413, detail: 'the chunk extensions are too large', code: 'too_large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, detail: 'the request took too long to arrive', code: 'request_timeout' },
};

const UNREADABLE: Refusal = { status: 400, detail: 'the request is not valid HTTP', code: 'invalid_input' };

/** What was answered to something that never became a request. */
export type Unread = { requestId: string; status: number; code: ErrorCode };

/** Answers what never became a request: too large, too slow, or not HTTP. */
export function answerClientError(
  error: NodeJS.ErrnoException,
  socket: Duplex,
  onUnread?: (unread: Unread) => void,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, detail, code } = REFUSALS[error.code ?? ''] ?? UNREADABLE;
  const body = JSON.stringify({ detail, code });
  const requestId = newId();
  onUnread?.({ requestId, status, code });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      '',
      body,
    ].join('\r\n'),
  );
}

/** Answers a request whose URL or `Host` cannot be read; everything else has been answered before it comes here. */
export function answerBadRequest(error: unknown, onUnread?: (unread: Unread) => void): Response {
  const { status, detail, code } =
    error instanceof Error && error.name === 'RequestError'
      ? { ...UNREADABLE, detail: 'the path or the Host header of the request cannot be read' }
      : { status: 500, detail: 'an internal error occurred', code: 'internal' as const };
  const requestId = newId();
  onUnread?.({ requestId, status, code });
  return Response.json({ detail, code }, { status, headers: { 'X-Request-Id': requestId } });
}

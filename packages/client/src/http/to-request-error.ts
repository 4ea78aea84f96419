import type { ErrorBody } from '@posthouse/protocol';
import { ERROR_STATUSES, type ErrorCode, parseJSON } from '@posthouse/protocol/light';
import { RequestError } from './request-error.ts';
import { toRetryAfterMs } from './retry-after.ts';

/** An answer that is not a success, and the reason it gives. */
export type RefusedRequest = {
  request: string;
  status: number;
  contentType: string | null;
  retryAfter: string | null;
  requestId: string | null;
  /** Where the answer came from, if that is not where the question went. */
  redirectedTo: string | undefined;
  text: string;
  now: number;
};

const MAX_QUOTED_LENGTH = 200;

/** A refusal of a server as an error with the same message. */
export function toRequestError(refusal: RefusedRequest): RequestError {
  const { request, status, retryAfter, requestId, redirectedTo, now } = refusal;
  const { detail, code, details } = readBody(refusal);
  const retryAfterMs = toRetryAfterMs(retryAfter, now);
  const hint = redirectedTo === undefined ? '' : ` (${request} was redirected to ${redirectedTo})`;
  return new RequestError({
    request,
    status,
    code: toCode(status, code),
    message: `${detail}${hint}`,
    details,
    serverCode: code,
    retryAfterMs,
    requestId: requestId ?? undefined,
  });
}

/** MAIL servers answer `{"detail"}`; what stands between them and us answers pages and plain text. */
function readBody({ request, status, contentType, text }: RefusedRequest): ErrorBody {
  const { detail, code, details } = readFields(text);
  if (typeof detail === 'string') {
    return { detail, ...(typeof code === 'string' && { code }), ...(details != null && { details }) };
  }
  const isPage = /html/i.test(contentType ?? '') || /^\s*</.test(text);
  const words = isPage ? '' : text.trim().slice(0, MAX_QUOTED_LENGTH);
  const said = words === '' ? (isPage ? 'with a web page' : 'without a body') : `with: ${words}`;
  return { detail: `${request} was answered with status ${status} ${said}` };
}

/** By hand: rules for these three fields would be half of what a chat page loads. */
function readFields(text: string): { [Field in keyof ErrorBody]?: unknown } {
  try {
    return parseJSON(text) ?? {};
  } catch {
    return {};
  }
}

const STATUS_CODES: Record<number, ErrorCode> = {
  401: 'unauthenticated',
  403: 'unauthenticated',
  404: 'not_found',
  405: 'method_not_allowed',
  408: 'request_timeout',
  409: 'task_exists',
  413: 'too_large',
  429: 'rate_limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
};

/** The code of the table that says the same: the server's own if it is there, else what its status means. */
function toCode(status: number, code: string | undefined): ErrorCode {
  if (code !== undefined && Object.hasOwn(ERROR_STATUSES, code)) return code as ErrorCode;
  return STATUS_CODES[status] ?? (status >= 500 ? 'internal' : 'invalid_input');
}

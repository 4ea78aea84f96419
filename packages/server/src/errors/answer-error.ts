import { errorBodyWire, PosthouseError } from '@posthouse/protocol';
import type { QueueFullDetails } from '@posthouse/runtime';
import type { ErrorHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { answerOpenAIError, isOpenAIPath } from './answer-openai-error.ts';
import { toOpenAIError } from './openai-error.ts';
import type { Logger } from '../logging/logger.ts';
import type { AppEnv } from '../edge/app-env.ts';

/** Every failure as JSON: `detail` for people, `code` for programs. What nobody expected says nothing of its cause. */
export function answerError(logger: Logger): ErrorHandler<AppEnv> {
  return (error, c) => {
    const answered = toAnswered(error, c.req.raw.signal);
    const { message: detail, code, details } = answered;
    // A code whose status is 200 tells of a task: whoever asked for a turn of it, and for nothing else, got none.
    const status = answered.status < 400 ? 500 : answered.status;
    const line = { method: c.req.method, path: c.req.path, error };
    // What is only unavailable for the moment is not an error that an operator has to look into.
    if (status === 500) logger.error('a request failed', line);
    else if (status > 500) logger.warn('a request could not be served', line);
    if (status === 401) c.header('WWW-Authenticate', 'Bearer');
    if (status === 503) c.header('Retry-After', toRetryAfter(details));
    if (code === 'queue_full') c.header('Retry-After', String((details as QueueFullDetails).retryAfterSeconds));
    if (isOpenAIPath(c.req.path)) return answerOpenAIError(c, toOpenAIError(answered));
    const body = errorBodyWire.emitTrusted({ detail, code, details });
    return c.json(body, status as ContentfulStatusCode);
  };
}

/** Seconds until a retry makes sense; one if nothing is known. */
function toRetryAfter(details: unknown): string {
  const { retryAfterMs = 1000 } = (details ?? {}) as { retryAfterMs?: number };
  return String(Math.ceil(retryAfterMs / 1000));
}

function toAnswered(error: unknown, signal: AbortSignal): PosthouseError {
  // The caller is gone, so the answer does not matter; the run continues.
  if (signal.aborted)
    return new PosthouseError({ code: 'cancelled', message: 'the caller closed the connection', cause: error });
  if (PosthouseError.isInstance(error)) return error;
  return new PosthouseError({ code: 'internal', message: 'an internal error occurred', cause: error });
}

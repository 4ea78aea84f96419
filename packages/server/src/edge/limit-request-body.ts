import { PosthouseError } from '@posthouse/protocol';
import type { MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';

/** Refuses bodies over a size: at once when they announce it, otherwise as soon as they have grown to it. */
export function limitRequestBody(bytes: number): MiddlewareHandler {
  const refuse = (): never => {
    throw new PosthouseError({ code: 'too_large', message: `a request body may have at most ${bytes} bytes` });
  };
  const growing = bodyLimit({ maxSize: bytes, onError: refuse });
  return async (c, next) => {
    // Also for methods that have no body in the eyes of the framework: MAIL sends one with GET.
    if (Number(c.req.header('content-length') ?? 0) > bytes) refuse();
    if (c.req.header('transfer-encoding') === undefined) return next();
    return growing(c, next);
  };
}

import type { ErrorHandler, NotFoundHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { JobsError } from '../errors/jobs-error.ts';
import { toLanguage } from '../errors/language.ts';

/** Answers with the envelope of errors. What nobody expected is told to the log, and to the caller only that it happened. */
export function answerError(report: (error: unknown) => void): ErrorHandler {
  return (error, c) => {
    const known = error instanceof JobsError ? error : new JobsError('internal', { cause: error });
    // Who has hung up has stopped what was under way; that is no news.
    if (known !== error && !c.req.raw.signal.aborted) report(error);
    const language = toLanguage(c.req.header('accept-language'));
    return c.json(known.toBody(language), known.status as ContentfulStatusCode);
  };
}

/** For paths that no route has. */
export const answerUnmatched: NotFoundHandler = (c) => {
  throw new JobsError('routeNotFound', { values: { path: c.req.path } });
};

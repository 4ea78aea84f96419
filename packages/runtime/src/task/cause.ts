import { AsyncLocalStorage } from 'node:async_hooks';

/** What caused something: it stays with mail and runs, so that the reason can be found later. */
export type Cause = {
  /** The id of the request in the server's log. */
  requestId?: string;
  /** The span that it follows from, as a `traceparent`. */
  trace?: string;
};

const causes = new AsyncLocalStorage<Cause | undefined>();

/**
 * Runs something on behalf of a cause, or of none. Messages that are posted meanwhile carry it, and loggers can show
 * it.
 *
 * @example withCause({ requestId }, () => instance.submit({ body: 'Hello' }));
 */
export function withCause<Result>(cause: Cause | undefined, work: () => Result): Result {
  return causes.run(cause, work);
}

/** The cause on whose behalf the current code runs, if known. */
export function currentCause(): Cause | undefined {
  return causes.getStore();
}

import { AsyncLocalStorage } from 'node:async_hooks';

/** What brought something about: it stays with mail and runs, so that whoever looks for the reason finds it. */
export type Cause = {
  /** The request under which it stands in the log of the server. */
  requestId?: string;
  /** The span that it follows from, as a `traceparent`. */
  trace?: string;
};

const causes = new AsyncLocalStorage<Cause | undefined>();

/**
 * Does something on behalf of a cause, or of none. Messages that are posted meanwhile carry it, and loggers can show it.
 *
 * @example withCause({ requestId }, () => instance.submit({ body: 'Hello' }));
 */
export function withCause<Result>(cause: Cause | undefined, work: () => Result): Result {
  return causes.run(cause, work);
}

/** On whose behalf the current code runs, if that is known. */
export function currentCause(): Cause | undefined {
  return causes.getStore();
}

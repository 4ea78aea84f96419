import type { ScriptedRequest } from './scripted-request.ts';

/**
 * How a request ended: the answer (or error) was sent in full, the caller gave up, or the script or the closing
 * server cut it off.
 */
export type Closing = 'finished' | 'client-closed' | 'server-dropped';

/** A request as it came, and how it ended. */
export interface RecordedRequest extends ScriptedRequest {
  readonly receivedAt: Date;
  readonly closedAt?: Date | undefined;
  readonly closedBy?: Closing | undefined;
  /** Settles when the request is over. */
  readonly closed: Promise<Closing>;
}

export interface Recording {
  readonly request: RecordedRequest;
  /** Notes the end; only the first counts. */
  readonly close: (closing: Closing) => void;
}

/** Starts the record of a request. */
export function recordRequest(request: ScriptedRequest): Recording {
  const closed = Promise.withResolvers<Closing>();
  const record = { ...request, receivedAt: new Date(), closed: closed.promise };
  const close = (closedBy: Closing): void => {
    if (!('closedBy' in record)) Object.assign(record, { closedBy, closedAt: new Date() });
    closed.resolve(closedBy);
  };
  return { request: record, close };
}

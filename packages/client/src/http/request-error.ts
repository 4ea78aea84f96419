import { PosthouseError, type PosthouseErrorOptions } from '@posthouse/protocol/light';

export type RequestErrorOptions = PosthouseErrorOptions & {
  /** The request, such as `POST /message`. */
  request: string;
  /** The HTTP status of the answer; absent when there was none. */
  status?: number;
  /** The code in the answer, word for word: other servers may have codes that are not in our table. */
  serverCode?: string;
  /** How long the server asked to wait. */
  retryAfterMs?: number;
  /** The id of the request in the server's log, if the server sent it. */
  requestId?: string;
};

/**
 * A request that failed. `message` is the server's own sentence if it sent one, `code` is always from the table of
 * codes, `status` is the status of the answer, and `requestId` finds the request in the server's log.
 *
 * @example
 * try { await client.getTask('t-1') } catch (error) {
 *   if (error instanceof RequestError) console.log(error.status, error.code, error.message, error.retryAfterMs);
 * }
 */
export class RequestError extends PosthouseError {
  readonly request: string;
  readonly serverCode: string | undefined;
  readonly retryAfterMs: number | undefined;
  readonly requestId: string | undefined;
  readonly #status: number | undefined;

  constructor({ request, status, serverCode, retryAfterMs, requestId, ...options }: RequestErrorOptions) {
    super(options);
    this.name = 'RequestError';
    this.request = request;
    this.serverCode = serverCode;
    this.retryAfterMs = retryAfterMs;
    this.requestId = requestId;
    this.#status = status;
  }

  override get status(): number {
    return this.#status ?? super.status;
  }

  /** Whether the server answered. */
  get answered(): boolean {
    return this.#status !== undefined;
  }
}

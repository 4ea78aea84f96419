import { defined } from '@posthouse/protocol/light';
import type { ClientOptions } from '../client-options.ts';
import { Connection } from '../http/connection.ts';
import type { Request, RequestOptions } from '../http/request.ts';
import { type Reader, readAnswer, requestJSON } from '../http/request-json.ts';
import type { RequestError } from '../http/request-error.ts';
import { ServerFeatures } from '../http/server-features.ts';
import { withRetries } from '../http/with-retries.ts';
import type { StreamTimeouts } from '../streams/stream-options.ts';

const RETRIES = 2;

/** What all methods of a client share. */
export class Requester {
  readonly connection: Connection;
  readonly features: ServerFeatures;
  /** What streams are told unless a call says otherwise. */
  readonly streams: StreamTimeouts & { retries: number };
  readonly #timeoutMs: number | undefined;
  readonly #retries: number;

  constructor(options: ClientOptions) {
    const { timeoutMs, retries = RETRIES, streams = {} } = options;
    this.connection = new Connection(options);
    this.features = new ServerFeatures(this.connection);
    this.streams = { ...streams, retries };
    this.#timeoutMs = timeoutMs;
    this.#retries = retries;
  }

  /** Sends a request once. */
  async once<Value>(request: Request, reader: Reader<Value>): Promise<Value> {
    const patient = this.patient(request);
    return readAnswer(patient, await requestJSON(this.connection, patient), reader);
  }

  /** Sends a request that changes nothing, or the same however often it is sent. */
  async safely<Value>(request: Request, reader: Reader<Value>): Promise<Value> {
    return this.#repeating(request, reader, () => true);
  }

  /** Sends a request that is marked with an idempotency key: again only if the server knows what that is. */
  async keyed<Value>(request: Request, key: string, reader: Reader<Value>): Promise<Value> {
    const marked = { ...request, headers: { ...request.headers, 'Idempotency-Key': key } };
    return this.#repeating(marked, reader, (error) => this.mayRepeat(error, request.signal));
  }

  /** Whether a message may be sent again after this failure: if it has not arrived, or arriving twice is arriving once. */
  async mayRepeat(error: RequestError, signal: RequestOptions['signal']): Promise<boolean> {
    if (error.answered && error.status === 429) return true;
    return this.features.has('idempotency-key', signal);
  }

  /** A request with the time that this client gives to every one that has none of its own. */
  patient(request: Request): Request {
    return this.#timeoutMs === undefined ? request : { timeoutMs: this.#timeoutMs, ...request };
  }

  async #repeating<Value>(
    request: Request,
    reader: Reader<Value>,
    mayRepeat: (error: RequestError) => boolean | Promise<boolean>,
  ): Promise<Value> {
    const { signal } = request;
    return withRetries(() => this.once(request, reader), { retries: this.#retries, signal, mayRepeat });
  }
}

/** The options that belong to the request itself. */
export function toRequestOptions({ signal, timeoutMs }: RequestOptions): RequestOptions {
  return defined({ signal, timeoutMs });
}

/** Reads JSON as it is. */
export function plainReader<Value>(): Reader<Value> {
  return { parse: (input) => ({ value: input as Value, dropped: [] }) };
}

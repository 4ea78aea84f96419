import type { ChildProcess } from 'node:child_process';
import { messageOf, type PosthouseError } from '@posthouse/protocol';
import { jsonLines } from './json-lines.ts';

export interface JsonRpcOptions {
  readonly child: ChildProcess;
  readonly onNotification: (notification: { method: string; params: unknown }) => void;
  /** What it returns is the answer; what it throws is an error for the other side. */
  readonly onRequest: (request: { method: string; params: unknown }) => Promise<unknown>;
}

/** The other side refused a call. */
export class JsonRpcError extends Error {
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.name = 'JsonRpcError';
    this.code = code;
  }
}

type Message = {
  readonly id?: number | string;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code?: number; readonly message?: string };
};

/** Calls in both directions over the pipes of a process, one JSON message per line. */
export class JsonRpc {
  readonly #options: JsonRpcOptions;
  readonly #calls = new Map<number | string, PromiseWithResolvers<unknown>>();
  #lastId = 0;
  #closed: PosthouseError | undefined;

  constructor(options: JsonRpcOptions) {
    this.#options = options;
    options.child.stdout?.on('data', jsonLines({ onValue: (message) => this.#take(message as Message) }));
  }

  /** Rejects with a `JsonRpcError` when the other side refuses, and with what `close` was given when it is gone. */
  call(method: string, params: unknown): Promise<unknown> {
    if (this.#closed !== undefined) return Promise.reject(this.#closed);
    const id = ++this.#lastId;
    const call = Promise.withResolvers<unknown>();
    this.#calls.set(id, call);
    this.#send({ id, method, params });
    return call.promise;
  }

  notify(method: string, params: unknown = {}): void {
    this.#send({ method, params });
  }

  /** The process is gone; whatever waits for it fails. */
  close(error: PosthouseError): void {
    this.#closed ??= error;
    for (const call of this.#calls.values()) call.reject(this.#closed);
    this.#calls.clear();
  }

  /** Stops and goes on reading, for a reader who is behind. */
  hold(wait: boolean): void {
    const { stdout } = this.#options.child;
    if (wait) stdout?.pause();
    else stdout?.resume();
  }

  #send(message: Message): void {
    if (this.#closed === undefined) this.#options.child.stdin?.write(`${JSON.stringify(message)}\n`);
  }

  #take({ id, method, params, result, error }: Message): void {
    if (method !== undefined && id !== undefined) {
      void this.#answer(id, method, params);
    } else if (method !== undefined) {
      this.#options.onNotification({ method, params });
    } else if (id !== undefined) {
      const call = this.#calls.get(id);
      this.#calls.delete(id);
      if (error === undefined) call?.resolve(result);
      else call?.reject(new JsonRpcError(error.code ?? 0, error.message ?? 'no reason was given'));
    }
  }

  async #answer(id: number | string, method: string, params: unknown): Promise<void> {
    try {
      this.#send({ id, result: await this.#options.onRequest({ method, params }) });
    } catch (error) {
      const message = messageOf(error);
      this.#send({ id, error: { code: error instanceof JsonRpcError ? error.code : -32_603, message } });
    }
  }
}

import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Closing } from '@posthouse/runtime/scripted';

/** One HTTP request and its response: knows when and how it ended, and can be cut off. */
export class HTTPExchange {
  readonly request: IncomingMessage;
  readonly closed: Promise<Closing>;
  readonly #response: ServerResponse;
  readonly #left = new AbortController();
  #dropped = false;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.#response = response;
    this.closed = new Promise((resolve) => {
      response.once('close', () => {
        if (response.writableFinished) return resolve('finished');
        this.#left.abort();
        resolve(this.#dropped ? 'server-dropped' : 'client-closed');
      });
    });
  }

  /** Aborts when the connection is gone before the response is complete. */
  get signal(): AbortSignal {
    return this.#left.signal;
  }

  /** What was sent; nothing if the exchange ended before. */
  get status(): number | undefined {
    return this.#response.headersSent ? this.#response.statusCode : undefined;
  }

  /** Sends a whole response. */
  sendText(status: number, text: string, headers: Record<string, string> = {}): void {
    if (this.#response.headersSent) return this.drop();
    this.#response.writeHead(status, { 'content-type': 'application/json', ...headers });
    this.#response.end(text);
  }

  sendJson(status: number, body: unknown, headers?: Record<string, string>): void {
    this.sendText(status, JSON.stringify(body), headers);
  }

  /** Sends a piece of an event stream, and waits while the client cannot take more. */
  async write(text: string, headers: Record<string, string>): Promise<void> {
    if (!this.#response.headersSent) {
      this.#response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-cache',
        ...headers,
      });
    }
    if (!this.#response.write(text)) await once(this.#response, 'drain', { signal: this.signal });
  }

  end(): void {
    this.#response.end();
  }

  /** Closes the connection without a proper end; what was written before still arrives. */
  drop(): void {
    this.#dropped = true;
    this.request.socket.destroySoon();
  }
}

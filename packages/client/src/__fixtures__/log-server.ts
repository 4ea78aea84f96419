import type { ServerResponse } from 'node:http';
import { type PlayedRequest, PlayServer, sendJSON, startSSE } from './play-server.ts';
import { eventsAfter, ping, toText, type WireEvent } from './recorded.ts';

export type LogServerOptions = {
  events: readonly WireEvent[];
  /** How many bytes each connection carries before it is cut; when the list is used up, none is cut any more. */
  cuts: number[];
  /** How many bytes are written at once. */
  chunk: number;
};

/**
 * A server with one task: it gives ids, knows idempotency keys, replays from any id, and loses its connections
 * as it is told to. Counts how many messages it has taken.
 */
export class LogServer implements AsyncDisposable {
  readonly messages = new Set<string>();
  readonly #events: readonly WireEvent[];
  readonly #cuts: number[];
  readonly #chunk: number;
  #server!: PlayServer;

  private constructor({ events, cuts, chunk }: LogServerOptions) {
    this.#events = events;
    this.#cuts = [...cuts];
    this.#chunk = chunk;
  }

  static async start(options: LogServerOptions): Promise<LogServer> {
    const log = new LogServer(options);
    log.#server = await PlayServer.start((request, response) => log.#play(request, response));
    return log;
  }

  get url(): string {
    return this.#server.url;
  }

  get connections(): number {
    return this.#server.requests.length;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#server[Symbol.asyncDispose]();
  }

  async #play({ path, query, headers }: PlayedRequest, response: ServerResponse): Promise<void> {
    if (path === '/') return sendJSON(response, INFO);
    if (path === '/message') {
      this.messages.add(String(headers['idempotency-key']));
      return this.#stream(response, undefined, { 'X-Task-Id': 'task-1' });
    }
    return this.#stream(response, query.after, {});
  }

  async #stream(response: ServerResponse, after: string | undefined, headers: Record<string, string>): Promise<void> {
    const bytes = Buffer.from(toText(...eventsAfter(after, this.#events).flatMap((event) => [ping, event])));
    const cut = this.#cuts.shift();
    if (cut !== undefined && cut % 7 === 0) return void response.destroy();
    startSSE(response, headers);
    const end = cut === undefined ? bytes.length : Math.min(cut, bytes.length);
    for (let start = 0; start < end; start += this.#chunk) {
      const part = bytes.subarray(start, Math.min(start + this.#chunk, end));
      await new Promise((resolve) => response.write(part, resolve));
    }
    if (cut === undefined) response.end();
    else setImmediate(() => response.destroy());
  }
}

const INFO = {
  name: 'mail',
  protocol_version: '1.3',
  swarm: { name: 'harbour', version: '1', entrypoint: 'clerk' },
  status: 'running',
  uptime: 1,
  features: ['idempotency-key', 'event-ids'],
};

import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerOptions, type ServerResponse } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import type { PosthouseError } from '@posthouse/protocol';
import { invalidConfiguration } from '@posthouse/protocol';
import { answerStream } from './answer-stream.ts';
import { answerBadRequest, answerClientError, type Unread } from './answer-client-error.ts';

export type HTTPServerOptions = {
  fetch: (
    request: Request,
    env: { incoming: IncomingMessage; outgoing: ServerResponse },
  ) => Response | Promise<Response>;
  host: string;
  port: number;
  /** Certificate and key, as PEM. */
  tls?: { cert: string; key: string };
  limits: HTTPLimits;
  /** Told what was answered to something that could not be read as a request. */
  onUnread?: (unread: Unread) => void;
};

export type HTTPLimits = {
  headerBytes: number;
  /** How long a request may take to send its headers. */
  headersMs: number;
  /** How long a request may take to arrive whole. */
  requestMs: number;
  /** How long a connection without requests stays open. */
  keepAliveMs: number;
};

const LOOK_MS = 10;

/** A socket that is listened on, and the requests that came through it. */
export class HTTPServer implements AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly #server: Server;
  readonly #open: Set<ServerResponse>;

  private constructor(server: Server, open: Set<ServerResponse>, { host, tls }: HTTPServerOptions) {
    this.#server = server;
    this.#open = open;
    this.port = (server.address() as AddressInfo).port;
    this.url = toURL({ host, port: this.port, secure: tls !== undefined });
  }

  /** Resolves once connections are accepted, and rejects with a sentence when they cannot be. */
  static async listen(options: HTTPServerOptions): Promise<HTTPServer> {
    const { host, port, tls, limits, onUnread } = options;
    const open = new Set<ServerResponse>();
    // Otherwise the adaptor would answer in plain text.
    const listener = getRequestListener(
      async (request, env) => {
        const bindings = env as Parameters<HTTPServerOptions['fetch']>[1];
        return answerStream(await options.fetch(request, bindings), bindings);
      },
      { errorHandler: (error) => answerBadRequest(error, onUnread) },
    );
    const settings: ServerOptions = {
      maxHeaderSize: limits.headerBytes,
      // A request without a host is refused below, in JSON like everything else.
      requireHostHeader: false,
      headersTimeout: Math.min(limits.headersMs, limits.requestMs),
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: Math.min(1_000, limits.headersMs),
    };
    const server = tls === undefined ? createServer(settings) : createSecureServer({ ...settings, ...tls });
    server.on('request', (incoming, outgoing) => {
      open.add(outgoing);
      outgoing.once('close', () => open.delete(outgoing));
      // A connection that stays open would be one that is never told that we are leaving.
      if (!server.listening) outgoing.setHeader('Connection', 'close');
      void listener(incoming, outgoing);
    });
    server.on('clientError', (error, socket) => answerClientError(error, socket, onUnread));
    server.listen(port, host);
    await once(server, 'listening').catch((error: unknown) => {
      throw toListenError(error, { host, port });
    });
    return new HTTPServer(server, open, options);
  }

  /** Accepts no more connections; requests that are there go on. */
  stopAccepting(): void {
    if (this.#server.listening) this.#server.close();
    this.#server.closeIdleConnections();
    for (const response of this.#open) if (!response.headersSent) response.setHeader('Connection', 'close');
  }

  /** Resolves when every answer has begun, or the time is over. How long an event stream then goes on does not matter. */
  async answered(milliseconds: number): Promise<void> {
    await this.#until(() => [...this.#open].every(({ headersSent }) => headersSent), milliseconds);
  }

  /** Resolves when every answer has been sent whole, streams too, or the time is over. */
  async finished(milliseconds: number): Promise<void> {
    await this.#until(() => this.#open.size === 0, milliseconds);
  }

  async #until(done: () => boolean, milliseconds: number): Promise<void> {
    const end = Date.now() + milliseconds;
    while (!done() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = this.#server.listening ? once(this.#server, 'close') : undefined;
    this.stopAccepting();
    this.#server.closeAllConnections();
    await closed;
  }
}

/** Why a port cannot be listened on, and what to do about it. */
export function toListenError(error: unknown, { host, port }: { host: string; port: number }): PosthouseError {
  const { code } = error as NodeJS.ErrnoException;
  const reasons: Record<string, string> = {
    EADDRINUSE: `port ${port} of ${host} is used by another program; stop it, or choose another port with --port`,
    EACCES: `this user may not listen on port ${port}; choose one above 1023 with --port`,
    EADDRNOTAVAIL: `${host} is not an address of this machine; 127.0.0.1 always is`,
    ENOTFOUND: `the host '${host}' is not known; 127.0.0.1 is this machine`,
  };
  return invalidConfiguration(
    reasons[code ?? ''] ?? `cannot listen on port ${port} of ${host} (${code ?? 'unknown reason'})`,
    { cause: error },
  );
}

/**
 * The address that somebody on this machine types to reach a server.
 *
 * @example toURL({ host: '0.0.0.0', port: 8000, secure: false }) // 'http://127.0.0.1:8000'
 */
export function toURL({ host, port, secure }: { host: string; port: number; secure: boolean }): string {
  const name = { '0.0.0.0': '127.0.0.1', '::': '::1' }[host] ?? host;
  return `${secure ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as it came in. */
export type PlayedRequest = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingMessage['headers'];
  body: unknown;
  /** Resolves when the connection is gone, whoever closed it. */
  closed: Promise<void>;
};

export type Play = (request: PlayedRequest, response: ServerResponse) => unknown;

/** A real HTTP server on loopback that plays whatever a test wants a server to do. */
export class PlayServer implements AsyncDisposable {
  readonly requests: PlayedRequest[] = [];
  readonly #server;
  #play: Play;

  private constructor(play: Play) {
    this.#play = play;
    this.#server = createServer((incoming, response) => void this.#answer(incoming, response));
  }

  static async start(play: Play): Promise<PlayServer> {
    const played = new PlayServer(play);
    played.#server.listen(0, '127.0.0.1');
    await once(played.#server, 'listening');
    return played;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** What was asked for, in short. */
  get asked(): string[] {
    return this.requests.map(({ method, path }) => `${method} ${path}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url!, 'http://localhost');
    const closed = once(response, 'close').then(() => undefined);
    const chunks: Buffer[] = [];
    incoming.on('error', () => undefined);
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    const text = Buffer.concat(chunks).toString();
    const request: PlayedRequest = {
      method: incoming.method!,
      path: decodeURIComponent(pathname),
      query: Object.fromEntries(searchParams),
      headers: incoming.headers,
      body: text === '' ? undefined : JSON.parse(text),
      closed,
    };
    this.requests.push(request);
    await this.#play(request, response);
  }
}

/** Answers with JSON. */
export function sendJSON(
  response: ServerResponse,
  body: unknown,
  status = 200,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'Content-Type': 'application/json', ...headers }).end(JSON.stringify(body));
}

/** Begins a stream of events. */
export function startSSE(response: ServerResponse, headers: Record<string, string> = {}): ServerResponse {
  response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8', ...headers });
  response.flushHeaders();
  return response;
}

/** Where nobody listens. */
export async function closedURL(): Promise<string> {
  await using server = await PlayServer.start(() => undefined);
  return server.url;
}

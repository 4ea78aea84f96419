import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with the next request of a kind. */
export type Scene = (response: ServerResponse, request: SeenRequest) => void | Promise<void>;

export type SeenRequest = {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown> | undefined;
};

/** A server that plays one scene per request: to messages, to resumes, and to stops. */
export class ChatServer implements AsyncDisposable {
  readonly requests: SeenRequest[] = [];
  readonly posts: Scene[] = [];
  readonly resumes: Scene[] = [];
  stopped = 0;
  readonly #server = createServer((request, response) => void this.#play(request, response));

  static async start(): Promise<ChatServer> {
    const server = new ChatServer();
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    return server;
  }

  get api(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/api/chat`;
  }

  async #play(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request) text += String(piece);
    const seen: SeenRequest = {
      method: request.method!,
      path: request.url!,
      headers: request.headers,
      body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>),
    };
    this.requests.push(seen);
    if (seen.path.includes('/stop')) {
      this.stopped += 1;
      response.setHeader('content-type', 'application/json').end('{"stopped":true}');
      return;
    }
    const scene = (seen.method === 'POST' ? this.posts : this.resumes).shift();
    if (scene === undefined) response.writeHead(500).end('no scene is left');
    else await scene(response, seen);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }
}

const frame = (chunk: object): string => `data: ${JSON.stringify(chunk)}\n\n`;

/** Begins a stream with these chunks; what comes after that is up to the scene. */
export function begin(response: ServerResponse, chunks: readonly object[]): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(`: open\n\n${chunks.map(frame).join('')}`);
}

/** Tells all of it and ends as a stream should. */
export function tell(chunks: readonly object[]): Scene {
  return (response) => {
    begin(response, chunks);
    response.end('data: [DONE]\n\n');
  };
}

/** Tells some of it, and then the connection breaks. */
export function cut(chunks: readonly object[]): Scene {
  return (response) => {
    begin(response, chunks);
    setImmediate(() => response.destroy());
  };
}

/** Tells some of it, and then closes as if that were all. */
export function truncate(chunks: readonly object[]): Scene {
  return (response) => {
    begin(response, chunks);
    response.end();
  };
}

/** Tells some of it, and then nothing. */
export function hang(chunks: readonly object[] = []): Scene {
  return (response) => begin(response, chunks);
}

/** Refuses with a status. */
export function refuse(status: number, body: object = { detail: `refused with ${status}` }, headers = {}): Scene {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
}

import { Agent, request } from 'node:http';

export type Answer = { status: number; headers: Record<string, string>; body: string };

export type Outgoing = { method: string; path: string; headers: Record<string, string>; body?: Buffer | undefined };

/** Sends requests over connections that are kept, as real clients do. */
export class Sender implements Disposable {
  readonly #url: URL;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 16 });

  constructor(url: string) {
    this.#url = new URL(url);
  }

  /**
   * The whole answer. Rejects when it does not end in time, except for streams that are meant to stay open: what has come
   * of them after a moment is their answer.
   */
  async send({ method, path, headers, body }: Outgoing, milliseconds = 10_000): Promise<Answer> {
    const { hostname, port } = this.#url;
    const all = { ...headers, ...(body === undefined ? {} : { 'Content-Length': String(body.byteLength) }) };
    return new Promise((resolve, reject) => {
      const outgoing = request({ hostname, port, method, path, headers: all, agent: this.#agent });
      const timer = setTimeout(() => {
        outgoing.destroy();
        reject(new Error(`${method} ${path} got no answer in ${milliseconds} ms`));
      }, milliseconds);
      outgoing.once('error', (error) => {
        clearTimeout(timer);
        reject(error);
      });
      outgoing.once('response', (incoming) => {
        const chunks: Buffer[] = [];
        const finish = (): void => {
          clearTimeout(timer);
          resolve({
            status: incoming.statusCode!,
            headers: incoming.headers as Record<string, string>,
            body: Buffer.concat(chunks).toString(),
          });
        };
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('end', finish);
        incoming.once('error', () => {});
        const timeout = timeoutFor(path);
        if (timeout !== undefined && incoming.headers['content-type']?.startsWith('text/event-stream') === true) {
          setTimeout(() => (finish(), outgoing.destroy()), timeout);
        }
      });
      outgoing.end(body);
    });
  }

  [Symbol.dispose](): void {
    this.#agent.destroy();
  }
}

/** How long a stream that may stay open is read, in milliseconds; undefined for those that end by themselves. */
function timeoutFor(path: string): number | undefined {
  if (/[?&]follow=/.test(path)) return 50;
  // The run of a task that is stepped by hand is open for as long as its owner likes, and so is its stream.
  return /^\/tasks\/[^/]+\/events/.test(path) ? 1000 : undefined;
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { Address } from './throughput.ts';

/** Many readers of event streams in one process, who count what they get and do nothing with it. */
export class StreamReaders implements Disposable {
  readonly #sockets: Socket[] = [];
  #bytes = 0;

  static async open({ url, token }: Address, paths: readonly string[]): Promise<StreamReaders> {
    const readers = new StreamReaders();
    const { hostname, port, host } = new URL(url);
    // Not all at once: the queue of connections that wait to be accepted is short.
    for (let start = 0; start < paths.length; start += 100) {
      await Promise.all(
        paths.slice(start, start + 100).map(async (path) => {
          const socket = connect(Number(port), hostname);
          readers.#sockets.push(socket);
          socket.on('error', () => {});
          await once(socket, 'connect');
          socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${token}\r\n\r\n`);
          const [head] = (await once(socket, 'data')) as [Buffer];
          if (!head.toString('latin1').startsWith('HTTP/1.1 200')) throw new Error(head.toString('latin1'));
          socket.on('data', (chunk: Buffer) => (readers.#bytes += chunk.byteLength));
        }),
      );
    }
    return readers;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Resolves when nothing has come for a moment. */
  async quiet(): Promise<void> {
    for (let before = -1; before !== this.#bytes;) {
      before = this.#bytes;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  [Symbol.dispose](): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export type CuttingProxyOptions = {
  /** The port that it stands in front of. */
  port: number;
  /** How many connections it cuts before it lets everything through. */
  cuts: number;
  /** After how many bytes towards the server, or towards the client, the next connection is cut. */
  next: () => { up: number; down: number };
};

/** Stands between a client and a server, and cuts connections in the middle of a byte stream, in either direction. */
export class CuttingProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #options: CuttingProxyOptions;
  readonly #sockets = new Set<Socket>();
  /** How many connections it has cut, and how many of them before the request was through. */
  cuts = 0;
  cutRequests = 0;
  /** How many bytes it has let through to clients. */
  carried = 0;

  private constructor(options: CuttingProxyOptions) {
    this.#options = options;
    this.#server = createServer((client) => this.#join(client));
  }

  static async start(options: CuttingProxyOptions): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(options);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    const server = connect(this.#options.port, '127.0.0.1');
    const left = this.cuts < this.#options.cuts ? this.#options.next() : { up: Infinity, down: Infinity };
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    const cut = (direction: 'up' | 'down'): void => {
      if (client.destroyed) return;
      this.cuts += 1;
      if (direction === 'up') this.cutRequests += 1;
      end();
    };
    const carry = (from: Socket, to: Socket, direction: 'up' | 'down'): void => {
      from.on('data', (bytes: Buffer) => {
        const part = bytes.subarray(0, left[direction]);
        left[direction] -= part.length;
        if (direction === 'down') this.carried += part.length;
        // What was let through arrives: a cut loses what comes after it, and nothing else.
        to.write(part, () => (left[direction] === 0 ? cut(direction) : undefined));
      });
      from.on('end', () => to.end());
      from.on('error', end);
      from.on('close', end);
    };
    for (const socket of [client, server]) {
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    }
    carry(client, server, 'up');
    carry(server, client, 'down');
  }
}

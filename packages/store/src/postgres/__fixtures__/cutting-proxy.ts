import { createServer, connect, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** What becomes of a connection when the client sends something. */
export type Fate =
  | 'pass'
  /** It is cut before the server sees what was sent. */
  | 'cut-before'
  /** The server sees it and does it, and the client never hears of it. */
  | 'cut-after'
  /** Nothing more gets through, and the connection stays: as if the client had fallen asleep. */
  | 'hold';

/** A way to a server that can be cut at any moment. */
export class CuttingProxy implements AsyncDisposable {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Decides about everything that a client sends. */
  decide: (data: Buffer) => Fate = () => 'pass';
  /** How many connections have been cut. */
  cuts = 0;

  private constructor(socketPath: string) {
    this.#server = createServer((client) => this.#join(client, connect(socketPath)));
  }

  static async start(socketPath: string): Promise<CuttingProxy> {
    const proxy = new CuttingProxy(socketPath);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  url(database: string): string {
    return `postgres://postgres@127.0.0.1:${(this.#server.address() as AddressInfo).port}/${database}`;
  }

  /** Cuts all connections at once. */
  cutAll(): void {
    for (const socket of this.#sockets) this.#cut(socket);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise<void>((resolve) => this.#server.close(() => resolve()));
  }

  #join(client: Socket, server: Socket): void {
    this.#sockets.add(client);
    client.on('close', () => {
      this.#sockets.delete(client);
      // What has been passed on is done before the end is noticed.
      server.end();
    });
    server.on('close', () => client.destroy());
    server.on('data', (data) => client.write(data));
    let held = false;
    client.on('data', (data) => {
      const fate = held ? 'hold' : this.decide(data);
      held = fate === 'hold';
      if (fate === 'pass' || fate === 'cut-after') server.write(data);
      if (fate === 'cut-before' || fate === 'cut-after') this.#cut(client);
    });
    for (const socket of [client, server]) socket.on('error', () => undefined);
  }

  #cut(client: Socket): void {
    this.cuts += 1;
    client.destroy();
  }
}

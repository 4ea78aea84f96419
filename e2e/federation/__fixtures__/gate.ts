import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

/** What a gate does with connections: lets them through, closes them at once, or answers with nonsense itself. */
export type GateManner = 'open' | 'shut' | 'babbling';

const NONSENSE = '<html>Please sign in.</html>';
const BABBLE = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: ${NONSENSE.length}\r\nconnection: close\r\n\r\n${NONSENSE}`;

/**
 * An address that stays the same whatever becomes of the process behind it: connections go to the port that it has at
 * the time. While it has none, they are closed.
 */
export class Gate implements AsyncDisposable {
  /** Where the process behind it listens, if it does. */
  port: number | undefined;
  /** How long whatever is answered takes. */
  delayMs = 0;
  /** How many it has answered with nonsense. */
  babbled = 0;
  #manner: GateManner = 'open';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor() {
    this.#server = createServer((client) => this.#join(client));
  }

  static async open(): Promise<Gate> {
    const gate = new Gate();
    gate.#server.listen(0, '127.0.0.1');
    await once(gate.#server, 'listening');
    return gate;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on; connections that were let through before are cut. */
  set manner(manner: GateManner) {
    this.#manner = manner;
    for (const socket of this.#sockets) socket.destroy();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.manner = 'shut';
    this.#server.close();
    await once(this.#server, 'close');
  }

  #join(client: Socket): void {
    client.on('error', () => client.destroy());
    if (this.#manner === 'babbling') return void client.once('data', () => this.#babble(client));
    if (this.#manner === 'shut' || this.port === undefined) return void client.destroy();
    const server = connect(this.port, '127.0.0.1');
    client.pipe(server);
    server.on('data', (bytes) => {
      if (this.delayMs === 0) client.write(bytes);
      else setTimeout(() => client.write(bytes), this.delayMs);
    });
    for (const [one, other] of [
      [client, server],
      [server, client],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
    }
    return undefined;
  }

  #babble(client: Socket): void {
    this.babbled += 1;
    client.end(BABBLE);
  }
}

import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

export type RawAnswer = { status: number; body: string };

/**
 * One connection that sends requests one after the other and does as little as possible besides: what is measured is the
 * server, and the client has to share a small machine with it.
 */
export class RawConnection implements Disposable {
  readonly #socket: Socket;
  readonly #host: string;
  #received: Buffer[] = [];
  #waiting: { resolve: (answer: RawAnswer) => void; reject: (error: Error) => void } | undefined;

  private constructor(socket: Socket, host: string) {
    this.#socket = socket;
    this.#host = host;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#take(chunk));
    socket.on('error', (error) => this.#waiting?.reject(error));
    socket.on('close', () => this.#waiting?.reject(new Error('the server hung up')));
  }

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port, host } = new URL(url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    return new RawConnection(socket, host);
  }

  request(method: string, path: string, headers: Record<string, string>, body = ''): Promise<RawAnswer> {
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    const answered = new Promise<RawAnswer>((resolve, reject) => (this.#waiting = { resolve, reject }));
    this.#socket.write(
      `${method} ${path} HTTP/1.1\r\nHost: ${this.#host}\r\n${lines.join('')}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
    return answered;
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk);
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received);
    const end = all.indexOf('\r\n\r\n');
    if (end === -1) return;
    const head = all.toString('latin1', 0, end);
    const length = Number(/^content-length: (\d+)/im.exec(head)?.[1] ?? 0);
    if (all.byteLength < end + 4 + length) return;
    this.#received = [];
    const { resolve } = this.#waiting!;
    this.#waiting = undefined;
    resolve({ status: Number(head.slice(9, 12)), body: all.toString('utf8', end + 4, end + 4 + length) });
  }

  [Symbol.dispose](): void {
    this.#waiting = undefined;
    this.#socket.destroy();
  }
}

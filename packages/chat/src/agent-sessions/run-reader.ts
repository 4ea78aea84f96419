import type { OpenConnection } from '../connections/chunk-connection.ts';

/** How much may wait for a reader that is still being told the past, beside one piece; one further behind is cut. */
const MOST_WAITING = 2 ** 20;

/**
 * One reader of a run. It is told what happens from the moment it is made; until it has a connection, and has been told the
 * past, that waits here.
 */
export class RunReader {
  #connection: OpenConnection | undefined;
  #waiting: Uint8Array[] | undefined = [];
  #length = 0;
  #hasEnded = false;
  #isCut = false;

  /** News, or its end. */
  tell(bytes: Uint8Array): void {
    if (this.#waiting === undefined) {
      this.#connection!.send(bytes);
      this.#connection!.flush();
      return;
    }
    this.#waiting.push(bytes);
    this.#length += bytes.byteLength;
    if (this.#length - bytes.byteLength > MOST_WAITING) this.cut();
  }

  end(): void {
    this.#hasEnded = true;
    if (this.#waiting === undefined) this.#connection!.end();
  }

  /** The reader notices that something is missing, and can ask again. */
  cut(): void {
    this.#isCut = true;
    this.#waiting &&= [];
    this.#connection?.drop();
  }

  /** Sends the past at the pace of the connection, then what has happened meanwhile, then what happens. */
  async attach(connection: OpenConnection, past: AsyncIterable<Uint8Array>): Promise<void> {
    this.#connection = connection;
    if (this.#isCut) return connection.drop();
    for await (const bytes of past) {
      await connection.room();
      if (connection.closed) return;
      connection.send(bytes);
    }
    for (let next = this.#waiting!.shift(); next !== undefined; next = this.#waiting?.shift()) {
      this.#length -= next.byteLength;
      await connection.room();
      if (connection.closed || this.#isCut) return;
      connection.send(next);
    }
    this.#waiting = undefined;
    connection.flush();
    if (this.#hasEnded) connection.end();
  }
}

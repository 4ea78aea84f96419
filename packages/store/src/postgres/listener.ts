import type pg from 'pg';
import { CHANNEL } from './notifier.ts';

export type ListenerOptions = {
  connect: () => pg.Client;
  onPayload: (payload: string) => void;
  /** The connection stands, again or for the first time: something may have been missed. */
  onListening: () => void;
};

const MIN_WAIT_MILLISECONDS = 50;
const MAX_WAIT_MILLISECONDS = 2_000;

/** Hears what other processes say, on a connection of its own, which is made anew whenever it is lost. */
export class Listener {
  readonly #options: ListenerOptions;
  #client: pg.Client | undefined;
  #timer: NodeJS.Timeout | undefined;
  #wait = MIN_WAIT_MILLISECONDS;
  #closed = false;

  constructor(options: ListenerOptions) {
    this.#options = options;
  }

  /** Begins to listen, and goes on until it is closed. */
  start(): void {
    if (this.#closed) return;
    const client = this.#options.connect();
    this.#client = client;
    client.on('notification', ({ payload }) => this.#options.onPayload(payload ?? ''));
    client.on('error', () => undefined);
    client.on('end', () => this.#again(client));
    this.#listen(client).catch(() => this.#again(client));
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#client?.end().catch(() => undefined);
  }

  async #listen(client: pg.Client): Promise<void> {
    await client.connect();
    await client.query(`LISTEN ${CHANNEL}`);
    // A process that has nothing else to do may end. The method is missing from the types.
    (client as unknown as { unref(): void }).unref();
    this.#wait = MIN_WAIT_MILLISECONDS;
    this.#options.onListening();
  }

  #again(client: pg.Client): void {
    if (this.#closed || this.#client !== client) return;
    this.#client = undefined;
    client.end().catch(() => undefined);
    this.#timer = setTimeout(() => this.start(), this.#wait).unref();
    this.#wait = Math.min(this.#wait * 2, MAX_WAIT_MILLISECONDS);
  }
}

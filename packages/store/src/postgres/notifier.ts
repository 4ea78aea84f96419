import { type Connection, statement } from './statement.ts';
import { type Notice, toPayloads } from './notices.ts';

/** The channel on which processes tell each other what they have written. */
export const CHANNEL = 'posthouse';

const notify = statement('notify')`SELECT pg_notify('${CHANNEL}', payload) FROM unnest($1::text[]) AS payload`;

const PAUSE_MILLISECONDS = 5;
/** More than this is left to the others' own looks. */
const MAX_NOTICES = 10_000;

/**
 * Tells other processes what this one has written. Not within the transactions themselves, where a notice would take a
 * lock that all of them share: one statement at a time carries everything that has come together.
 */
export class Notifier {
  readonly #connection: Connection;
  readonly #origin: string;
  #waiting: Notice[] = [];
  #sending: Promise<void> | undefined;

  constructor(connection: Connection, origin: string) {
    this.#connection = connection;
    this.#origin = origin;
  }

  announce(notice: Notice): void {
    if (notice.tasks.length === 0) return;
    this.#waiting.push(notice);
    if (this.#waiting.length > MAX_NOTICES) this.#waiting.shift();
    this.#sending ??= this.#send().finally(() => (this.#sending = undefined));
  }

  /** Resolves when everything has been sent, or has failed to be. */
  async idle(): Promise<void> {
    await this.#sending;
  }

  /** The first notice goes out at once; what comes meanwhile goes together. */
  async #send(): Promise<void> {
    while (this.#waiting.length > 0) {
      const payloads = toPayloads(this.#origin, this.#waiting.splice(0));
      // A notice that is lost costs the others a moment: they look for themselves every second.
      await this.#connection.run(notify, [payloads]).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
    }
  }
}

import { type Detail, toDetails, toProblemText } from './to-problem-text.ts';

/** How the server is doing, as far as the page can tell. */
export type ServerState = 'online' | 'lost' | 'refused';

/** What the server says to a caller whose role is not enough. */
export const WRONG_ROLE = 'invalid role';

/** An answer of the server that is no success. */
export class Refusal extends Error {
  readonly status: number;
  /** What is wrong where, if the server says so. */
  readonly details: readonly Detail[];
  constructor(status: number, message: string, details: readonly Detail[] = []) {
    super(message);
    this.status = status;
    this.details = details;
  }
}

export type ServerOptions = {
  base: string;
  token: string;
  fetch?: typeof fetch;
  /** How long to wait before a lost server is looked for again. */
  retryMs?: number;
};

/**
 * The server that the studio is served by, for one token. Notices when it cannot be reached and looks for it until it is
 * back; whoever listens is told.
 */
export class Server implements Disposable {
  readonly base: string;
  readonly token: string;
  readonly #fetch: typeof fetch;
  readonly #retryMs: number;
  readonly #listeners = new Set<() => void>();
  #state: ServerState = 'online';
  #looking: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor({ base, token, fetch: given = (...args) => fetch(...args), retryMs = 1000 }: ServerOptions) {
    this.base = base;
    this.token = token;
    this.#fetch = given;
    this.#retryMs = retryMs;
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Calls back whenever the state is another one. Gives what ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Asks for something, or does something, and gives the answer as it came. */
  async ask(path: string, { method = 'GET', body, signal }: AskOptions = {}): Promise<unknown> {
    const answer = await this.#send(path, method, body, signal);
    const text = await answer.text();
    // A token may be good and yet not enough for everything; only one that nobody knows is refused as such.
    const isUnknown = answer.status === 401 && toProblemText(text, 401) !== WRONG_ROLE;
    this.#enter(isUnknown ? 'refused' : 'online');
    if (!answer.ok) throw new Refusal(answer.status, toProblemText(text, answer.status), toDetails(text));
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  /** Looks whether the server is there. */
  readonly look = async (): Promise<void> => {
    try {
      const answer = await this.#fetch(`${this.base}/health/live`, { cache: 'no-store' });
      if (answer.ok && this.#state === 'lost') this.#enter('online');
      else if (!answer.ok) this.#enter('lost');
    } catch {
      this.#enter('lost');
    }
  };

  [Symbol.dispose](): void {
    this.#closed = true;
    clearTimeout(this.#looking);
    this.#listeners.clear();
  }

  async #send(path: string, method: string, body: unknown, signal: AbortSignal | undefined): Promise<Response> {
    try {
      return await this.#fetch(`${this.base}${path}`, {
        method,
        cache: 'no-store',
        headers: {
          Authorization: `Bearer ${this.token}`,
          ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      if (signal?.aborted !== true) this.#enter('lost');
      throw error;
    }
  }

  #enter(state: ServerState): void {
    if (this.#closed) return;
    if (state === 'lost') {
      clearTimeout(this.#looking);
      this.#looking = setTimeout(() => void this.look(), this.#retryMs);
    }
    if (state === this.#state) return;
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

type AskOptions = { method?: 'GET' | 'POST' | 'PATCH' | 'DELETE'; body?: unknown; signal?: AbortSignal };

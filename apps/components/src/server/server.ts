import { type Detail, toCode, toDetails, toProblemText } from './to-problem-text.ts';

/** How the server is doing, as far as the page can tell. */
export type ServerState = 'online' | 'lost' | 'refused';

/** What the server says to a caller whose role is not enough. */
export const WRONG_ROLE = 'invalid role';

/** An answer of the server that is no success. */
export class Refusal extends Error {
  readonly status: number;
  /** What is wrong where, if the server says so. */
  readonly details: readonly Detail[];
  /** What programs call the problem, if the server says so. */
  readonly code: string | undefined;
  constructor(status: number, message: string, details: readonly Detail[] = [], code?: string) {
    super(message);
    this.status = status;
    this.details = details;
    this.code = code;
  }
}

export type ServerOptions = {
  base: string;
  token: string;
  fetch?: typeof fetch;
  /** What a server answers as long as it lives. */
  livePath?: string;
  /** Headers for every request beside the token, asked for each time; for instance the language of the reader. */
  headers?: () => Record<string, string>;
  /** How long to wait before a lost server is looked for again. */
  retryMs?: number;
};

/**
 * The server that a page is served by, for one token. Notices when it cannot be reached and looks for it until it is
 * back; whoever listens is told.
 */
export class Server implements Disposable {
  readonly base: string;
  readonly token: string;
  readonly #fetch: typeof fetch;
  readonly #livePath: string;
  readonly #retryMs: number;
  readonly #headers: () => Record<string, string>;
  readonly #listeners = new Set<() => void>();
  #state: ServerState = 'online';
  #looking: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  constructor({
    base,
    token,
    fetch: given = (...args) => fetch(...args),
    livePath = '/health/live',
    retryMs = 1000,
    headers = () => ({}),
  }: ServerOptions) {
    this.base = base;
    this.token = token;
    this.#fetch = given;
    this.#livePath = livePath;
    this.#retryMs = retryMs;
    this.#headers = headers;
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
  async ask(path: string, options: AskOptions = {}): Promise<unknown> {
    const text = await (await this.open(path, options)).text();
    return text === '' ? undefined : (JSON.parse(text) as unknown);
  }

  /** The same for answers that are no JSON: the caller reads the body. */
  async open(path: string, { method = 'GET', body, signal }: AskOptions = {}): Promise<Response> {
    const answer = await this.#send(path, method, body, signal);
    if (answer.ok) {
      this.#enter('online');
      return answer;
    }
    const text = await answer.text();
    const message = toProblemText(text, answer.status);
    // A token may be good and yet not enough for everything; only one that nobody knows is refused as such.
    this.#enter(answer.status === 401 && message !== WRONG_ROLE ? 'refused' : 'online');
    throw new Refusal(answer.status, message, toDetails(text), toCode(text));
  }

  /** Looks whether the server is there. */
  readonly look = async (): Promise<void> => {
    try {
      const answer = await this.#fetch(`${this.base}${this.#livePath}`, { cache: 'no-store' });
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
    // A form says itself how it is written.
    const isJSON = body !== undefined && !(body instanceof FormData);
    try {
      return await this.#fetch(`${this.base}${path}`, {
        method,
        cache: 'no-store',
        headers: {
          ...this.#headers(),
          Authorization: `Bearer ${this.token}`,
          ...(isJSON ? { 'Content-Type': 'application/json' } : {}),
        },
        body: isJSON ? JSON.stringify(body) : (body as FormData | undefined),
        signal,
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

type AskOptions = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** JSON, unless it is a form. */ body?: unknown;
  signal?: AbortSignal;
};

import type { SwarmDefinition } from '@posthouse/runtime';
import { openStore, type Store } from '@posthouse/store';
import { type AppOptions, createApp } from '../create-app.ts';
import type { Authenticator, Caller } from '../auth/caller.ts';
import { HTTPServer } from '../edge/http-server.ts';
import { DEFAULT_SERVER_LIMITS } from '../edge/server-limits.ts';
import { ServedSwarms, type ServedSwarmsOptions } from '../served-swarms.ts';
import { quiet } from '../logging/quiet.ts';
import { clerks } from './clerks.ts';
import type { Loose } from './loose.ts';

const callers: Record<string, Caller> = {
  alice: { role: 'user', id: 'alice', token: 'alice' },
  bob: { role: 'user', id: 'bob', token: 'bob' },
  'u-1': { role: 'user', id: 'u-1', token: 'u-1' },
  // The same id in another role is somebody else.
  root: { role: 'admin', id: 'alice', token: 'root' },
  peer: { role: 'agent', id: 'weather', token: 'peer' },
};

/** Everybody's token is their name. */
const authenticator: Authenticator = { authenticate: (token) => Promise.resolve(callers[token]) };

export type CallOptions = {
  /** Whose token the request carries; alice's unless given, nobody's when null. */
  as?: string | null;
  method?: string;
  /** Sent as JSON, or as it is when it is text. */
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal;
};

export type Answer = { status: number; body: Loose; headers: Headers };

/** Served swarms with its HTTP surface, for tests. */
export class Stage implements AsyncDisposable {
  readonly store: Store;
  readonly served: ServedSwarms;
  readonly app: ReturnType<typeof createApp>;
  readonly #ownsStore: boolean;
  #http: Promise<HTTPServer> | undefined;

  private constructor(store: Store, served: ServedSwarms, app: ReturnType<typeof createApp>, ownsStore: boolean) {
    this.store = store;
    this.served = served;
    this.app = app;
    this.#ownsStore = ownsStore;
  }

  static async open(
    options: Partial<ServedSwarmsOptions> & Partial<Omit<AppOptions, 'served'>> & { swarms?: SwarmDefinition[] } = {},
  ): Promise<Stage> {
    const {
      store: given,
      swarms = [clerks(), clerks('annex')],
      defaultSwarm,
      library,
      outbound,
      node,
      federation,
      chat,
      modelCalls,
      proxyWithCallerTokens,
      ...app
    } = options;
    const store = given ?? (await openStore('sqlite::memory:'));
    const served = await ServedSwarms.open({
      store,
      swarms,
      logger: app.logger ?? quiet,
      federation,
      chat,
      modelCalls,
      proxyWithCallerTokens,
      defaultSwarm,
      library,
      outbound,
      node,
    });
    return new Stage(store, served, createApp({ authenticator, logger: quiet, ...app, served }), given === undefined);
  }

  /** A request that stays within the process. */
  async fetch(path: string, options: CallOptions = {}): Promise<Response> {
    return this.app.request(path, toInit(options));
  }

  /** A request over a real socket. */
  async overHTTP(path: string, options: CallOptions = {}): Promise<Response> {
    const { url } = await this.listen();
    return fetch(`${url}${path}`, toInit(options));
  }

  async call(path: string, options: CallOptions = {}): Promise<Answer> {
    const response = await this.fetch(path, options);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: JSON.parse(text) as unknown };
  }

  /** Posts a message of alice and gives the whole answer. */
  async post(body: Record<string, unknown> | string, options: CallOptions = {}): Promise<Answer> {
    return this.call('/message', { method: 'POST', body: typeof body === 'string' ? { body } : body, ...options });
  }

  listen(): Promise<HTTPServer> {
    this.#http ??= HTTPServer.listen({
      fetch: this.app.fetch,
      host: '127.0.0.1',
      port: 0,
      limits: DEFAULT_SERVER_LIMITS,
    });
    return this.#http;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.served.drain(0);
    await (await this.#http)?.[Symbol.asyncDispose]();
    if (this.#ownsStore) await this.store[Symbol.asyncDispose]();
  }
}

function toInit({ as = 'alice', method, body, headers = {}, signal }: CallOptions): RequestInit {
  const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
  return {
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...(as === null ? {} : { authorization: `Bearer ${as}` }), ...headers },
    ...(text === undefined ? {} : { body: text as string }),
    signal,
  };
}

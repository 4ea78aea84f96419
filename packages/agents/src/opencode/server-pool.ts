import { OpencodeServer, type ServerSettings } from './opencode-server.ts';

/** The right to use a server until it is given back. */
export interface ServerLease {
  readonly server: OpencodeServer;
  /** Gives it back; the last one to do so ends the server. */
  release(): Promise<void>;
  /** Ends the server for everybody, because it does not answer any more. */
  discard(): Promise<void>;
}

interface PooledServer {
  readonly started: Promise<OpencodeServer>;
  users: number;
}

/**
 * The servers in use. Sessions with the same settings share one: it can hold many conversations, and each process
 * costs a second to start and some hundred megabytes.
 */
export class ServerPool {
  readonly #places = new Map<string, PooledServer>();
  readonly #start: (settings: ServerSettings) => Promise<OpencodeServer>;

  constructor(start: (settings: ServerSettings) => Promise<OpencodeServer> = OpencodeServer.start) {
    this.#start = start;
  }

  async lease(settings: ServerSettings): Promise<ServerLease> {
    const key = toKey(settings);
    const place = this.#places.get(key) ?? this.#open(key, settings);
    place.users += 1;
    const server = await place.started;
    let held = true;
    const leave = async (isLast: () => boolean): Promise<void> => {
      if (!held) return;
      held = false;
      place.users -= 1;
      if (!isLast()) return;
      if (this.#places.get(key) === place) this.#places.delete(key);
      await server[Symbol.asyncDispose]();
    };
    return { server, release: () => leave(() => place.users === 0), discard: () => leave(() => true) };
  }

  #open(key: string, settings: ServerSettings): PooledServer {
    const place: PooledServer = { started: this.#start(settings), users: 0 };
    this.#places.set(key, place);
    const forget = (): void => {
      if (this.#places.get(key) === place) this.#places.delete(key);
    };
    // A server that is gone, or never came, is not handed to the next session.
    place.started.then(({ gone }) => gone.then(forget), forget);
    return place;
  }
}

function toKey({ executable, env, config }: ServerSettings): string {
  return JSON.stringify([executable, Object.entries(env).toSorted(), config]);
}

import {
  type JSONValue,
  type LogEntry,
  mailInterswarmMessageWire,
  type MAILInterswarmMessage,
  PosthouseError,
} from '@posthouse/protocol';
import { openStore, type Store, type Task } from '@posthouse/store';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { FederationPolicy } from '../federation/federation-policy.ts';
import type { PeerCard, PeerLetter, Peers, PeerTask, ReceivedLetter } from '../federation/peers.ts';
import { faultyStore } from './faulty-store.ts';
import { Fuse } from './fuse.ts';
import { until } from './two-nodes.ts';
import { Engine } from '../engine/engine.ts';
import type { TokenEvent } from '../follow/follow-task.ts';
import { SwarmInstance } from '../instance/swarm-instance.ts';
import type { Swarm } from '../swarm.ts';

/** Something that one server asks of another. */
export type Errand = {
  kind: 'deliver' | 'follow' | 'cancel' | 'resume';
  from: string;
  to: string;
  letter?: PeerLetter;
};

/**
 * What becomes of an errand: `lost` never arrives, `unheard` arrives and its answer does not, `twice` arrives twice.
 * Anything thrown is the answer.
 */
export type Fate = 'arrives' | 'lost' | 'unheard' | 'twice';

export type WorldOptions = {
  fate?: (errand: Errand) => Fate | Promise<Fate>;
  /** Servers that do not speak our additions. */
  reference?: string[];
  policy?: Partial<FederationPolicy>;
  agents?: ReceivedLetter['from']['agents'];
};

const QUICK: Partial<FederationPolicy> = { firstRetryMs: 2, longestRetryMs: 20, catchUpMs: 2_000 };

/** A server of the world: a swarm on a store of its own. */
export type WorldServer = {
  name: string;
  /** What is on its disk, whether or not the process lives. */
  store: Store;
  engine: Engine;
  instance: SwarmInstance;
  definition: SwarmDefinition;
  fuse: Fuse;
};

/** Several swarm servers in one process, each with its own store, and a post between them that can be made unreliable. */
export class PeerWorld implements AsyncDisposable {
  readonly servers = new Map<string, WorldServer>();
  /** Every letter that was handed to a server, in order, whatever became of it. */
  readonly letters: PeerLetter[] = [];
  readonly discovered: PeerCard[] = [];
  fate: NonNullable<WorldOptions['fate']>;
  readonly #options: WorldOptions;
  readonly #stores: Store[] = [];

  constructor(options: WorldOptions = {}) {
    this.#options = options;
    this.fate = options.fate ?? (() => 'arrives');
  }

  static async open(swarms: Swarm[], options: WorldOptions = {}): Promise<PeerWorld> {
    const world = new PeerWorld(options);
    for (const { definition } of swarms) await world.start(definition, await world.openStore());
    return world;
  }

  /** Starts a server, in the place of one of that name if there was one. */
  async start(
    definition: SwarmDefinition,
    store: Store,
    { now, fuse = new Fuse() }: { now?: () => number; fuse?: Fuse } = {},
  ): Promise<WorldServer> {
    const { name } = definition;
    const engine = await Engine.start({
      store: faultyStore(store, fuse),
      swarms: [definition],
      peers: this.peersOf(name),
      federation: { ...QUICK, ...this.#options.policy },
      now,
      onError: (error) => {
        if (!fuse.dead) this.errors.push(error);
      },
    });
    const instance = new SwarmInstance(definition, { swarm: name, role: 'user', id: 'u-1' }, engine);
    const server = { name, store, engine, instance, definition, fuse };
    this.servers.set(name, server);
    return server;
  }

  /** What the servers could tell nobody. */
  readonly errors: unknown[] = [];

  server(name: string): WorldServer {
    return this.servers.get(name)!;
  }

  /** Whatever one swarm has done for a task of another, from its own log. */
  async logAt(name: string, taskId: string, caller?: string): Promise<LogEntry[]> {
    const { store } = this.server(name);
    const owner = {
      swarm: name,
      role: caller === undefined ? ('user' as const) : ('swarm' as const),
      id: caller ?? 'u-1',
    };
    const task = await store.find(owner, taskId);
    return task === undefined ? [] : (await store.read(task.key, 0, 1_000_000)).entries;
  }

  /** The other servers as one of them sees them. */
  peersOf(name: string): Peers {
    const isOurs = (swarm: string) =>
      !(this.#options.reference ?? []).includes(swarm) && !(this.#options.reference ?? []).includes(name);
    return {
      knows: (swarm) => swarm !== name && this.servers.has(swarm),
      list: () =>
        [...this.servers.values()]
          .filter((server) => server.name !== name)
          .map(({ name: swarm, definition: { description, keywords } }) => {
            return { name: swarm, description, keywords, public: true, active: true, ours: isOurs(swarm) };
          }),
      deliver: async (letter, signal) => {
        this.letters.push(letter);
        const errand: Errand = { kind: 'deliver', from: name, to: letter.peer, letter };
        await this.#run(errand, signal, () => this.#receive(name, letter, isOurs(letter.peer)));
        return isOurs(letter.peer) ? { runner: `swarm:${name}@${letter.peer}` } : {};
      },
      follow: (request, signal) => this.#follow(name, request, signal),
      cancel: ({ peer, taskId, key }, signal) =>
        this.#run({ kind: 'cancel', from: name, to: peer }, signal, () =>
          this.#instanceFor(name, peer).cancel(taskId, { idempotencyKey: key }),
        ),
      forget: ({ peer, taskId }, signal) =>
        this.#run({ kind: 'cancel', from: name, to: peer }, signal, () => this.#instanceFor(name, peer).delete(taskId)),
      resume: ({ peer, taskId, answers, key }, signal) =>
        this.#run({ kind: 'resume', from: name, to: peer }, signal, () =>
          this.#instanceFor(name, peer).resume(taskId, answers, { idempotencyKey: key }),
        ),
      discover: async () => this.discovered,
    };
  }

  /** Every task at every server, whoever it is for. */
  async tasks(): Promise<{ server: WorldServer; task: Task }[]> {
    const found: { server: WorldServer; task: Task }[] = [];
    for (const server of this.servers.values()) {
      const { name: swarm, store } = server;
      const visitors = [...this.servers.keys()].map((id) => ({ swarm, role: 'swarm' as const, id }));
      for (const owner of [{ swarm, role: 'user' as const, id: 'u-1' }, ...visitors]) {
        found.push(...(await store.list(owner, undefined, 100)).map((task) => ({ server, task })));
      }
    }
    return found;
  }

  /** Whether no run is open anywhere, and no letter is on its way. */
  async isAtRest(): Promise<boolean> {
    for (const { server, task } of await this.tasks()) {
      const { mail } = await server.store.load(task.key);
      if (task.openRun !== null || mail.some(({ mailbox }) => mailbox.startsWith('@'))) return false;
    }
    return true;
  }

  async settled(): Promise<void> {
    await until(() => this.isAtRest());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const { engine, fuse } of this.servers.values()) {
      if (fuse.dead) void engine.stop({ drainMs: 0 });
      else await engine.stop({ drainMs: 50 });
    }
    for (const store of this.#stores) await store[Symbol.asyncDispose]();
  }

  async openStore(now: () => number = Date.now): Promise<Store> {
    const store = await openStore('sqlite::memory:', { now });
    this.#stores.push(store);
    return store;
  }

  #instanceFor(caller: string, peer: string): SwarmInstance {
    const { definition, engine } = this.server(peer);
    return new SwarmInstance(definition, { swarm: peer, role: 'swarm', id: caller }, engine);
  }

  async #receive(from: string, { direction, envelope, peer }: PeerLetter, ours: boolean): Promise<void> {
    const { agents } = this.#options;
    await this.server(peer).engine.receive({
      direction,
      envelope: overTheWire(envelope),
      from: { swarm: from, ours, agents },
    });
  }

  async #run(errand: Errand, signal: AbortSignal, work: () => Promise<unknown>): Promise<void> {
    const fate = await this.fate(errand);
    signal.throwIfAborted();
    if (fate === 'lost' || !this.servers.has(errand.to)) throw unreachable(errand.to);
    const { fuse } = this.server(errand.to);
    const broken = fuse.blown.then(() => Promise.reject(unreachable(errand.to)));
    broken.catch(() => undefined);
    try {
      for (let times = fate === 'twice' ? 2 : 1; times > 0; times -= 1) await Promise.race([broken, work()]);
    } catch (error) {
      throw toPeerError(error, errand.to);
    }
    if (fate === 'unheard') throw unreachable(errand.to);
  }

  async *#follow(
    from: string,
    { peer, taskId, after }: PeerTask & { after: number },
    signal: AbortSignal,
  ): AsyncGenerator<LogEntry | TokenEvent> {
    if ((await this.fate({ kind: 'follow', from, to: peer })) === 'lost') throw unreachable(peer);
    const { fuse } = this.server(peer);
    const events = this.#instanceFor(from, peer).follow(taskId, { after, tokens: true, signal });
    const broken = fuse.blown.then(() => Promise.reject(unreachable(peer)));
    broken.catch(() => undefined);
    for (;;) {
      const next = await Promise.race([events.next(), broken]);
      if (next.done === true) return;
      yield next.value;
    }
  }
}

/** As the other side gets it: through JSON, and checked. */
function overTheWire(envelope: MAILInterswarmMessage): MAILInterswarmMessage {
  const text = JSON.stringify(mailInterswarmMessageWire.emit(envelope));
  return mailInterswarmMessageWire.parse(JSON.parse(text) as JSONValue).value;
}

function toPeerError(error: unknown, peer: string): unknown {
  if (!PosthouseError.isInstance(error)) return error;
  return error.retryable
    ? unreachable(peer, error)
    : new PosthouseError({ code: 'peer_refused', message: error.message, cause: error });
}

function unreachable(peer: string, cause?: unknown): PosthouseError {
  return new PosthouseError({ code: 'peer_unreachable', message: `swarm '${peer}' cannot be reached`, cause });
}

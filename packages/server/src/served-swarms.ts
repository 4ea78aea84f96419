import type { AgentObserver, AgentSessions } from '@posthouse/chat';
import type { Instance } from '@posthouse/protocol';
import {
  type CallBounds,
  Engine,
  type Observer,
  type OutboundPolicy,
  type PythonBridge,
  type ReferenceLibrary,
  type SwarmDefinition,
  SwarmInstance,
} from '@posthouse/runtime';
import type { Store } from '@posthouse/store';
import { type Caller, toInstance } from './auth/caller.ts';
import type { ChatOptions } from './chat/chat-options.ts';
import { checkAgents, openAgents } from './chat/open-agents.ts';
import { type FederationOptions, ServerFederation } from './federation/server-federation.ts';
import type { Logger } from './logging/logger.ts';
import { type LoadOptions, SwarmCatalog } from './swarms/swarm-catalog.ts';
import { ActiveCallers } from './swarms/active-callers.ts';
import { CallerTokens } from './swarms/caller-tokens.ts';

export type ServedSwarmsOptions = {
  store: Store;
  /** The swarms of the source file. */
  swarms: SwarmDefinition[];
  /** The swarm of requests that name none; the first one by default. */
  defaultSwarm?: string;
  /** What the names in later loaded swarms stand for. */
  library?: ReferenceLibrary;
  /** Runs Python code that later loaded swarms name, if they may. */
  python?: PythonBridge | undefined;
  loadsPython?: boolean | undefined;
  /** Called on such a swarm before it is served. */
  adapt?: (definition: SwarmDefinition) => SwarmDefinition;
  /** Which addresses may be called when a peer is registered; without it, the public internet only. */
  outbound?: OutboundPolicy;
  logger?: Logger;
  /** Names this process among those that share the store. */
  node?: string;
  /** How it works with other servers. */
  federation?: FederationOptions;
  /** Which agents people can chat with, in addition to the swarms. */
  chat?: ChatOptions;
  /** How many model calls are made at once. */
  modelCalls?: Partial<CallBounds>;
  /** Whether agents with `useProxy` ask their proxy with the token of the caller they work for; they do by default. */
  proxyWithCallerTokens?: boolean;
  /** Counts what agents, models and actions do. */
  observer?: Observer;
  /** Counts what agents of the chat do. */
  agentObserver?: AgentObserver;
  /** Whether spans contain what was said. */
  traceContent?: boolean;
  /** Called once when a newer version has changed the tables of the store, and this one should stop. */
  onOutdated?: (error: Error) => void;
};

type ServedParts = {
  engine: Engine;
  catalog: SwarmCatalog;
  federation: ServerFederation;
  agents: AgentSessions;
  tokens: CallerTokens;
};

/** How often to look for swarms and peers that other processes have added. */
const REFRESH_MS = 1_000;

/**
 * What one process serves: some swarms, for all callers with a token, on one store.
 *
 * @example
 * await using served = await ServedSwarms.open({ store, swarms: [team.definition] });
 * const { response } = await served.instance(caller).postMessage({ body: 'Hello' });
 */
export class ServedSwarms implements AsyncDisposable {
  readonly store: Store;
  readonly engine: Engine;
  readonly startedAt = Date.now();
  readonly federation: ServerFederation;
  readonly activeCallers = new ActiveCallers();
  readonly #tokens: CallerTokens;
  /** Chat sessions with agents that are not swarms. */
  readonly agents: AgentSessions;
  /** The agent of chat sessions that name none. */
  readonly defaultAgent: string | undefined;
  /** Whether an agent stops when the sender of its message disconnects. */
  readonly abortOnDisconnect: boolean;
  readonly #catalog: SwarmCatalog;
  readonly #logger: Logger | undefined;
  readonly #refreshing: NodeJS.Timeout;
  #draining = false;

  private constructor({ store, logger, chat }: ServedSwarmsOptions, parts: ServedParts) {
    this.store = store;
    this.agents = parts.agents;
    this.defaultAgent = chat?.agent;
    this.abortOnDisconnect = chat?.abortOnDisconnect ?? false;
    this.engine = parts.engine;
    this.#tokens = parts.tokens;
    this.#catalog = parts.catalog;
    this.#logger = logger;
    this.federation = parts.federation;
    this.#refreshing = setInterval(() => void this.#refresh(), REFRESH_MS).unref();
  }

  static async open(options: ServedSwarmsOptions): Promise<ServedSwarms> {
    const { store, swarms, node, logger, library, python, loadsPython, adapt, outbound, chat = {} } = options;
    await checkAgents(chat);
    const { records } = store;
    const { defaultSwarm } = options;
    const sources = { records, swarms, library, python, loadsPython, adapt, defaultSwarm, logger };
    const catalog = await SwarmCatalog.open(sources);
    catalog.get(defaultSwarm ?? catalog.defaultName);
    const onError = (error: unknown): void => logger?.error('an internal error occurred', { error });
    // Closed again if what comes after it cannot be opened.
    await using parts = new AsyncDisposableStack();
    let engine: Engine | undefined;
    const federation = await ServerFederation.open({
      ...options.federation,
      store,
      definitions: () => catalog.all(),
      defaultSwarm: () => catalog.get(catalog.defaultName),
      engine: () => engine,
      outbound,
      node,
      logger,
    });
    parts.defer(() => federation.close());
    const tokens = new CallerTokens();
    engine = await Engine.start({
      store,
      swarms: catalog.all(),
      peers: federation.router,
      federation: options.federation?.policy,
      node,
      modelCalls: options.modelCalls,
      userToken: (owner) => tokens.of(owner),
      proxiesWithUserTokens: options.proxyWithCallerTokens,
      observer: options.observer,
      content: options.traceContent,
      onError: logger && onError,
      onOutdated: options.onOutdated,
    });
    parts.defer(() => engine.stop({ drainMs: 0 }));
    const development = options.federation?.development ?? false;
    const observer = options.agentObserver;
    const agents = await openAgents({ store, engine, chat, development, observer, onError });
    parts.move();
    return new ServedSwarms(options, { engine, catalog, federation, agents, tokens });
  }

  /** Whether no more messages are taken. */
  get draining(): boolean {
    return this.#draining;
  }

  /** The swarm that is meant where none is named: the one that was loaded last for that, or that of the settings. */
  get defaultSwarm(): string {
    return this.#catalog.defaultName;
  }

  swarmNames(): string[] {
    return this.#catalog.all().map((swarm) => swarm.name);
  }

  definitions(): SwarmDefinition[] {
    return this.#catalog.all();
  }

  serves(name: string): boolean {
    return this.#catalog.has(name);
  }

  /** A swarm by name; the default one without. An unknown name is an error that lists the known ones. */
  definition(name: string = this.defaultSwarm): SwarmDefinition {
    return this.#catalog.get(name);
  }

  /** Takes notice of a caller whose request was let in. */
  admit(caller: Caller): void {
    this.#tokens.remember(caller);
    if (caller.role === 'user') this.activeCallers.come(caller.id);
  }

  /** The work of one caller in one swarm. Cheap: an instance is a name, not an object. */
  instance(caller: Caller, swarm?: string): SwarmInstance {
    const definition = this.definition(swarm);
    return new SwarmInstance(definition, toInstance(caller, definition.name), this.engine);
  }

  /** The work of one owner in one swarm, by the name under which it is stored. */
  instanceOf(owner: Omit<Instance, 'swarm'>, swarm?: string): SwarmInstance {
    const definition = this.definition(swarm);
    return new SwarmInstance(definition, { ...owner, swarm: definition.name }, this.engine);
  }

  /** Checks a swarm in the format of swarm files and serves it: here at once, and in other processes a moment later. */
  async load(json: string, options?: LoadOptions): Promise<SwarmDefinition> {
    const definition = await this.#catalog.load(json, options);
    this.engine.addSwarm(definition);
    return definition;
  }

  /** Accepts no more messages, lets running turns finish, and answers requests that still wait with an error. */
  async drain(milliseconds: number): Promise<void> {
    this.#draining = true;
    clearInterval(this.#refreshing);
    await Promise.all([this.engine.stop({ drainMs: milliseconds }), this.agents.close({ drainMs: milliseconds })]);
    await this.federation.close();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.drain(0);
  }

  async #refresh(): Promise<void> {
    try {
      for (const definition of await this.#catalog.refresh()) {
        this.engine.addSwarm(definition);
        this.#logger?.info('a swarm was loaded by another process', { swarm: definition.name });
      }
    } catch (error) {
      if (!this.#draining) this.#logger?.warn('the loaded swarms could not be read', { error });
    }
    try {
      await this.federation.tend();
    } catch (error) {
      if (!this.#draining) this.#logger?.warn('the peers could not be read', { error });
    }
  }
}

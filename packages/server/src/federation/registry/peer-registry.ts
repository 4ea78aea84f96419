import { defined, invalidInput, type JSONObject, PosthouseError, toTimestamp } from '@posthouse/protocol';
import type { OutboundPolicy } from '@posthouse/runtime';
import type { Records } from '@posthouse/store';
import type { Logger } from '../../logging/logger.ts';
import { type SigningKey, toKeyId } from '../trust/signing-key.ts';
import { fetchPeer, type PeerInfo } from './fetch-peer.ts';
import { type Peer, peerSchema, toTokenRef, variableOf } from './peer.ts';
import { toPeerAddress } from './peer-address.ts';
import { type PeerHealth, peerHealthSchema } from './peer-health.ts';
import { checkSwarmName, checkToken } from './check-registration.ts';

export type PeerRegistryOptions = {
  records: Records;
  /** This process, as soon as it has a name, and all that share the store. */
  node: () => string | undefined;
  nodes: () => Promise<string[]>;
  key: SigningKey;
  /** Whether a swarm is served here. */
  serves: (swarm: string) => boolean;
  /** Which addresses may be called; loopback and private networks only if it says so. */
  outbound?: OutboundPolicy;
  environment?: NodeJS.ProcessEnv;
  logger?: Logger;
};

export type Registration = {
  name: string;
  /** A URL, or a `swarm://` link with a token in it. */
  baseURL: string;
  authToken?: string;
  /** Forgotten when this process ends; so unless told otherwise. */
  volatile?: boolean;
  metadata?: JSONObject;
  agents?: string[];
  callers?: string[];
};

export type Approval = Pick<Registration, 'authToken' | 'volatile' | 'agents' | 'callers'>;

/** A swarm that another registry tells of. */
export type FoundSwarm = Pick<Peer, 'name' | 'baseURL' | 'version' | 'description' | 'keywords'>;

const PEER = 'peer';
const HEALTH = 'peer-health';
const TOKEN = 'peer-token';
/** When a peer that was there to stay was unregistered. */
const GONE = 'peer-gone';

/**
 * The other swarm servers that a deployment knows, in the store for all of its processes. Each keeps a copy to answer at
 * once, and looks every second. A token that was handed over lies there only sealed, and only as long as the process lives
 * that took it; one that stays is in the environment.
 */
export class PeerRegistry {
  readonly #options: PeerRegistryOptions;
  #peers = new Map<string, Peer>();
  #health = new Map<string, PeerHealth>();
  #sealed = new Map<string, string>();
  readonly #watchers = new Set<() => void>();
  #loading: Promise<void> = Promise.resolve();

  constructor(options: PeerRegistryOptions) {
    this.#options = options;
  }

  /** All peers, by name. */
  list(): Peer[] {
    return [...this.#peers.values()].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }

  get(name: string): Peer | undefined {
    return this.#peers.get(name);
  }

  healthOf(name: string): PeerHealth | undefined {
    return this.#health.get(name);
  }

  /** A peer that agents may write to. Another process may have registered it just now, so the store has the last word. */
  async lookup(name: string): Promise<Peer> {
    if (this.#peers.get(name)?.state !== 'approved') await this.refresh();
    const peer = this.#peers.get(name);
    if (peer?.state === 'approved') return peer;
    const reason = peer === undefined ? 'is not registered here' : 'waits for an admin to approve it';
    throw new PosthouseError({ code: 'peer_not_found', message: `swarm '${name}' ${reason}` });
  }

  /** The token for requests to a peer, if there is one. */
  tokenOf({ name, authTokenRef }: Pick<Peer, 'name' | 'authTokenRef'>): string | undefined {
    const { environment = process.env, key } = this.#options;
    const variable = authTokenRef === undefined ? undefined : variableOf(authTokenRef);
    const sealed = this.#sealed.get(name);
    const given = variable === undefined ? undefined : environment[variable];
    return (given === '' ? undefined : given) ?? (sealed === undefined ? undefined : key.open(sealed, name));
  }

  /** Asks the server who it is and remembers it. Registering a name again replaces it. */
  async register(registration: Registration): Promise<Peer> {
    const { name, authToken, volatile = true, metadata = {}, agents, callers } = registration;
    checkSwarmName(name);
    this.#refuseOwn(name);
    const { baseURL, token: linked, key } = toPeerAddress(registration.baseURL);
    const token = authToken ?? linked;
    checkToken(token);
    const info = await this.#ask({ name, baseURL });
    checkKey(info, key, baseURL);
    return this.#keep(
      {
        name,
        baseURL,
        ...info,
        metadata,
        state: 'approved',
        asked: true,
        volatile,
        agents,
        callers,
      },
      token,
    );
  }

  /** Lets agents write to a swarm that was found. It is asked who it is now, not before. */
  async approve(name: string, { authToken, volatile, agents, callers }: Approval = {}): Promise<Peer> {
    await this.refresh();
    const found = this.#peers.get(name);
    if (found === undefined) {
      throw new PosthouseError({ code: 'peer_not_found', message: `no swarm '${name}' waits to be approved` });
    }
    checkToken(authToken);
    const info = await this.#ask(found);
    return this.#keep(
      {
        ...found,
        ...info,
        state: 'approved',
        asked: true,
        volatile: volatile ?? found.volatile,
        ...defined({ agents, callers }),
      },
      authToken,
    );
  }

  /** Keeps swarms that were found until an admin decides. Whoever is known already stays as they are. */
  async addFound(found: readonly FoundSwarm[]): Promise<Peer[]> {
    await this.refresh();
    const { records, serves } = this.#options;
    const added: Peer[] = [];
    for (const swarm of found) {
      if (serves(swarm.name) || this.#peers.has(swarm.name)) continue;
      const peer = peerSchema.parse({ ...swarm, state: 'pending', asked: false, volatile: true, ...this.#ownNode() });
      const isNew = await records.put(PEER, peer.name, peer, { expect: 0 }).then(
        () => true,
        () => false,
      );
      if (isNew) added.push(peer);
    }
    await this.refresh();
    return added;
  }

  /**
   * Takes up a peer of a registry file, unless the store knows one of its name, or knows that it was unregistered after
   * the file was written. It is asked who it is when it is next up.
   */
  async addKept(peer: Peer, writtenAt: number): Promise<boolean> {
    if (this.#options.serves(peer.name) || this.#peers.has(peer.name)) return false;
    const gone = await this.#options.records.get(GONE, peer.name);
    if (typeof gone?.value.at === 'number' && gone.value.at >= writtenAt) return false;
    await this.#options.records.put(PEER, peer.name, peer, { expect: 0 }).catch(ignoreStale);
    await this.refresh();
    return true;
  }

  /** Learns who a peer is that was taken from a file. What is known from then on is not changed any more. */
  async pin(name: string): Promise<void> {
    const peer = this.#peers.get(name);
    if (peer === undefined || peer.asked) return;
    const info = await this.#ask(peer);
    const record = await this.#options.records.get(PEER, name);
    if (record === undefined) return;
    await this.#options.records
      .put(PEER, name, { ...peer, ...info, asked: true }, { expect: record.version })
      .catch(ignoreStale);
    await this.refresh();
  }

  /** Forgets a peer; whether there was one. Mail that waits for it is given back to its senders. */
  async unregister(name: string): Promise<boolean> {
    const { records, logger } = this.#options;
    // A process that does not run at the moment may still have it in its file.
    const stays = this.#peers.get(name)?.volatile !== true;
    const known = await this.#erase(name);
    if (known && stays) await records.put(GONE, name, { at: Date.now() });
    if (known) logger?.info('a peer was unregistered', { peer: name });
    await this.refresh();
    return known;
  }

  /** Calls back after every change that this process makes or sees. */
  watch(onChange: () => void): () => void {
    this.#watchers.add(onChange);
    return () => void this.#watchers.delete(onChange);
  }

  /** Takes up what other processes have changed, and forgets what has ended with one of them. */
  refresh(): Promise<void> {
    // One after the other: what is read last must be what was written last.
    this.#loading = this.#loading.catch(() => undefined).then(() => this.#load());
    return this.#loading;
  }

  async #load(): Promise<void> {
    const { records, logger } = this.#options;
    const [listed, health, tokens] = await Promise.all([records.list(PEER), records.list(HEALTH), records.list(TOKEN)]);
    const living = await this.#living([...listed, ...tokens].map(({ value }) => value.node));
    const isOver = (node: unknown): boolean => typeof node === 'string' && living?.has(node) === false;
    const peers = new Map<string, Peer>();
    for (const { id, value } of listed) {
      const { success, data } = peerSchema.safeParse(value);
      if (!success) logger?.warn('the record of a peer cannot be read', { peer: id });
      else if (data.volatile && isOver(data.node)) await this.#erase(id);
      else peers.set(id, data);
    }
    const sealed = new Map<string, string>();
    for (const { id, value } of tokens) {
      if (isOver(value.node)) await records.delete(TOKEN, id);
      else sealed.set(id, String(value.sealed));
    }
    // All at once: whoever asks in between must find every peer that is known before and after.
    const before = this.#peers;
    this.#peers = peers;
    this.#sealed = sealed;
    this.#health = new Map(health.map(({ id, value }) => [id, peerHealthSchema.parse(value)]));
    if (JSON.stringify([...before]) === JSON.stringify([...peers])) return;
    for (const watcher of this.#watchers) watcher();
  }

  /** Forgets what ends with a process, this one unless another is named. */
  async forgetVolatile(node: string | undefined = this.#options.node()): Promise<void> {
    const { records } = this.#options;
    if (node === undefined) return;
    const isIts = ({ value }: { value: JSONObject }): boolean => value.node === node;
    for (const { id } of (await records.list(PEER)).filter(isIts)) await this.#erase(id);
    for (const { id } of (await records.list(TOKEN)).filter(isIts)) await records.delete(TOKEN, id);
  }

  /** The variables of the environment that peers need and that are not set. */
  missingVariables(): { peer: string; variable: string }[] {
    const { environment = process.env } = this.#options;
    return this.list().flatMap(({ name, authTokenRef }) => {
      const variable = authTokenRef === undefined ? undefined : variableOf(authTokenRef);
      return variable === undefined || (environment[variable] ?? '') !== '' ? [] : [{ peer: name, variable }];
    });
  }

  #ask(peer: Pick<Peer, 'name' | 'baseURL'>): Promise<PeerInfo> {
    return fetchPeer(peer, this.#options.outbound ?? {});
  }

  async #keep(given: Peer, token: string | undefined): Promise<Peer> {
    const { records, key, logger } = this.#options;
    const { node: _node, authTokenRef: _ref, ...peer } = given;
    const { name, volatile } = peer;
    const place = volatile ? this.#ownNode() : { authTokenRef: toTokenRef(name) };
    const kept: Peer = { ...peer, ...place, lastSeen: toTimestamp(new Date()) };
    await records.put(PEER, name, kept);
    await records.delete(HEALTH, name);
    await records.delete(GONE, name);
    if (token === undefined || token === '') await records.delete(TOKEN, name);
    else await records.put(TOKEN, name, { sealed: key.seal(token, name), ...this.#ownNode() });
    await this.refresh();
    logger?.info('a peer was registered', { peer: name, url: peer.baseURL, kind: peer.kind, volatile });
    const missing = this.missingVariables().find(({ peer: each }) => each === name);
    if (missing !== undefined) {
      logger?.warn('set this variable before the next start, or the peer has no token', missing);
    }
    return kept;
  }

  async #erase(name: string): Promise<boolean> {
    const { records } = this.#options;
    const [known] = await Promise.all([PEER, TOKEN, HEALTH].map((kind) => records.delete(kind, name)));
    return known!;
  }

  #refuseOwn(name: string): void {
    if (!this.#options.serves(name)) return;
    throw new PosthouseError({ code: 'swarm_exists', message: `swarm '${name}' is served here; choose another name` });
  }

  /** The processes that are there, as far as somebody wants to know; undefined before this one is. */
  async #living(named: readonly unknown[]): Promise<Set<string> | undefined> {
    const own = this.#options.node();
    if (own === undefined) return undefined;
    const others = named.some((node) => typeof node === 'string' && node !== own);
    return new Set([own, ...(others ? await this.#options.nodes() : [])]);
  }

  #ownNode(): { node: string } {
    const node = this.#options.node();
    if (node !== undefined) return { node };
    throw new PosthouseError({ code: 'unavailable', message: 'the server is starting' });
  }
}

function checkKey({ publicKey }: PeerInfo, expected: string | undefined, baseURL: string): void {
  if (expected === undefined || (publicKey !== undefined && toKeyId(publicKey) === expected)) return;
  throw invalidInput(`the server at ${baseURL} does not have the key that the link names; ask for a new link`);
}

function ignoreStale(error: unknown): void {
  if (!PosthouseError.isInstance(error) || error.code !== 'stale') throw error;
}

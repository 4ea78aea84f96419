import { invalidConfiguration, toTimestamp } from '@posthouse/protocol';
import type { FederationPolicy, OutboundPolicy, SwarmDefinition } from '@posthouse/runtime';
import type { Store } from '@posthouse/store';
import type { Rate } from '../edge/token-bucket.ts';
import { WaitingLine } from '../edge/waiting-line.ts';
import type { Logger } from '../logging/logger.ts';
import { PROTOCOL_VERSION } from '../versions.ts';
import { HealthWatch } from './registry/health-watch.ts';
import type { PeerHealth } from './registry/peer-health.ts';
import { PeerRegistry } from './registry/peer-registry.ts';
import { parseRegistryFile, readRegistryFile, toRegistryFile, writeRegistryFile } from './registry/registry-file.ts';
import { type BreakerOptions, CircuitBreaker } from './router/circuit-breaker.ts';
import { type NeighbourhoodOptions, Neighbours } from './router/neighbours.ts';
import { PeerRouter } from './router/peer-router.ts';
import { PeerAuthenticator } from './registry/peer-authenticator.ts';
import { Nonces } from './trust/nonces.ts';
import { SigningKey } from './trust/signing-key.ts';

/** How a server works with peers. Everything has a default. */
export type FederationOptions = {
  /** The key by which peers know this deployment; by default one that ends with the process. */
  key?: SigningKey;
  /**
   * A registry in the format of MAIL's own server: read at the start, rewritten when a permanent peer is added or
   * removed.
   */
  registryFile?: string;
  /** Hosts and origins whose registries may be asked for swarms; none by default. */
  discovery?: readonly string[];
  /** How often each peer may ask before its requests wait; 50 times a second, 200 at once, by default. */
  rate?: Rate;
  /** Largest letter, in bytes; 1 MiB by default. */
  letterBytes?: number;
  /** How long a signature is valid; five minutes by default. */
  signatureMs?: number;
  /** How long a peer may take to answer; 30 seconds by default. */
  timeoutMs?: number;
  /** The time between two health checks of a peer; 30 seconds unless given. */
  healthMs?: number;
  /** When requests to a peer that is down are held back, and for how long. */
  breaker?: BreakerOptions;
  /** How long to wait for other swarms, how often to retry, and how far a matter may go. */
  policy?: Partial<FederationPolicy>;
  /** Accepts letters of swarms that are not registered, and the development token for any swarm. */
  development?: boolean;
};

export type FederationParts = FederationOptions &
  NeighbourhoodOptions & {
    store: Pick<Store, 'records' | 'nodes'>;
    outbound?: OutboundPolicy;
    logger?: Logger;
    /** A name that this process may have had before. */
    node?: string;
    defaultSwarm: () => SwarmDefinition;
  };

const DEFAULT_RATE: Rate = { perSecond: 50, burst: 200 };
const LETTER_BYTES = 1024 * 1024;
const SIGNATURE_MS = 5 * 60_000;

/** How much of what one peer has sent may wait in memory. */
const WAITING_BYTES = 64 * 1024 * 1024;

/** What a deployment has to do with other servers: who they are, how they are, what goes to them and what may come in. */
export class ServerFederation {
  readonly registry: PeerRegistry;
  readonly router: PeerRouter;
  readonly peerAuthenticator: PeerAuthenticator;
  readonly neighbours: Neighbours;
  readonly key: SigningKey;
  readonly letterBytes: number;
  /** Where requests of peers wait that exceed their rate. */
  readonly line: WaitingLine;
  /** Which addresses peers may have. */
  readonly outbound: OutboundPolicy;
  readonly #parts: FederationParts;
  readonly #health: HealthWatch;
  #url: string | undefined;
  #writing: Promise<void> = Promise.resolve();
  #written = '';
  #unwatch: (() => void) | undefined;
  #closed = false;

  private constructor(parts: FederationParts) {
    const { store, engine, outbound, logger, discovery, timeoutMs, healthMs } = parts;
    const { rate = DEFAULT_RATE, letterBytes = LETTER_BYTES, signatureMs = SIGNATURE_MS } = parts;
    const { records } = store;
    const beside = { outbound, logger };
    this.#parts = parts;
    this.key = parts.key ?? SigningKey.create();
    this.letterBytes = letterBytes;
    this.line = new WaitingLine({ rate, bytes: Math.max(WAITING_BYTES, 2 * letterBytes) });
    this.outbound = outbound ?? {};
    this.neighbours = new Neighbours(parts);
    const serves = (swarm: string): boolean => this.neighbours.has(swarm);
    const { key, neighbours } = this;
    const node = (): string | undefined => engine()?.node;
    this.registry = new PeerRegistry({ records, node, nodes: () => store.nodes(), key, serves, ...beside });
    const { registry } = this;
    this.router = new PeerRouter({
      registry,
      key,
      neighbours,
      ...beside,
      discovery,
      timeoutMs,
      breaker: new CircuitBreaker(parts.breaker),
    });
    this.peerAuthenticator = new PeerAuthenticator({
      registry,
      nonces: new Nonces({ records, windowMs: signatureMs }),
      windowMs: signatureMs,
      line: this.line,
      serves,
      development: parts.development ?? false,
    });
    this.#health = new HealthWatch({
      records,
      registry,
      ...beside,
      everyMs: healthMs,
    });
  }

  /** Learns who the peers are. Nobody is asked anything yet: the engine is not there. */
  static async open(parts: FederationParts): Promise<ServerFederation> {
    const federation = new ServerFederation(parts);
    const { registry } = federation;
    if (parts.node !== undefined) await registry.forgetVolatile(parts.node);
    await registry.refresh();
    await federation.#readFile();
    for (const missing of registry.missingVariables()) {
      parts.logger?.warn('the environment variable with the token of a peer is not set', missing);
    }
    return federation;
  }

  /** Called every second. */
  async tend(): Promise<void> {
    await this.registry.refresh();
    void this.#health.check();
  }

  /** Where this server is, which the registry file tells. */
  async announce(url: string): Promise<void> {
    this.#url = url;
    const { registryFile } = this.#parts;
    if (registryFile === undefined) return;
    this.#unwatch = this.registry.watch(() => void this.#writeFile());
    await this.#writeFile();
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#health.stop();
    this.#unwatch?.();
    await this.#writing;
    await this.registry.forgetVolatile().catch(() => undefined);
  }

  async #readFile(): Promise<void> {
    const { registryFile, logger } = this.#parts;
    const file = registryFile === undefined ? undefined : await readRegistryFile(registryFile);
    if (file === undefined) return;
    const { peers, secrets } = toPeers(file.content, registryFile!);
    for (const name of secrets) {
      logger?.warn('the registry file contains a token itself; it is ignored', { peer: name, file: registryFile });
    }
    for (const peer of peers.filter(({ volatile }) => !volatile)) await this.registry.addKept(peer, file.writtenAt);
  }

  /** One after the other, so that the last one written is the newest. */
  #writeFile(): Promise<void> {
    const { registryFile, defaultSwarm, logger } = this.#parts;
    this.#writing = this.#writing.then(async () => {
      const { registry } = this;
      const peers = registry.list().map((peer) => withHealth(peer, registry.healthOf(peer.name)));
      const now = toTimestamp(new Date());
      const content = { local: defaultSwarm(), baseURL: this.#url!, version: PROTOCOL_VERSION, now, peers };
      // When somebody was last seen is no reason to write the file again.
      const essence = JSON.stringify(registry.list(), (name, value: unknown) =>
        name === 'lastSeen' ? undefined : value,
      );
      if (essence === this.#written) return;
      await writeRegistryFile(registryFile!, toRegistryFile(content)).then(
        () => (this.#written = essence),
        (error: unknown) => logger?.error('the registry file cannot be written', { file: registryFile, error }),
      );
    });
    return this.#writing;
  }
}

function withHealth<P>(peer: P, health: PeerHealth | undefined): P & { health?: PeerHealth } {
  return { ...peer, health };
}

function toPeers(content: string, file: string): ReturnType<typeof parseRegistryFile> {
  try {
    return parseRegistryFile(content);
  } catch (cause) {
    throw invalidConfiguration(`${file} is not a MAIL registry file`, { cause });
  }
}

import { toTimestamp } from '@posthouse/protocol';
import { guardedFetch, type OutboundPolicy } from '@posthouse/runtime';
import type { Records } from '@posthouse/store';
import type { Logger } from '../../logging/logger.ts';
import type { Peer } from './peer.ts';
import { type HealthPace, peerHealthSchema, toHealth } from './peer-health.ts';
import type { PeerRegistry } from './peer-registry.ts';

export type HealthWatchOptions = HealthPace & {
  records: Records;
  registry: PeerRegistry;
  outbound?: OutboundPolicy;
  logger?: Logger;
  /** How long a peer may take; ten seconds unless given. */
  timeoutMs?: number;
  now?: () => number;
};

const KIND = 'peer-health';
const MAX_BYTES = 64 * 1024;

/** Checks the health of peers. One process of a deployment does it for all: the first that records that it will. */
export class HealthWatch {
  readonly #options: HealthWatchOptions;
  readonly #asking = new Map<string, Promise<void>>();
  readonly #stop = new AbortController();

  constructor(options: HealthWatchOptions) {
    this.#options = options;
  }

  /** Checks the peers that are due. Resolves when each check of this process has succeeded or failed. */
  async check(): Promise<void> {
    const { registry, now = Date.now } = this.#options;
    for (const peer of registry.list()) {
      const due = (registry.healthOf(peer.name)?.nextAt ?? 0) <= now();
      if (peer.state !== 'approved' || !due || this.#asking.has(peer.name) || this.#stop.signal.aborted) continue;
      this.#asking.set(
        peer.name,
        this.#ask(peer).finally(() => this.#asking.delete(peer.name)),
      );
    }
    await Promise.all(this.#asking.values());
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#asking.values());
  }

  async #ask(peer: Peer): Promise<void> {
    const { logger, registry } = this.#options;
    try {
      const version = await this.#claim(peer);
      if (version === undefined) return;
      const latency = await this.#measure(peer);
      if (latency !== undefined) await registry.pin(peer.name).catch(() => undefined);
      if (!this.#stop.signal.aborted) await this.#note(peer, version, latency);
    } catch (error) {
      if (!this.#stop.signal.aborted)
        logger?.warn('the health of a peer could not be recorded', { peer: peer.name, error });
    }
  }

  /** Puts off the next question, so that no other process asks the same now; undefined when one already has. */
  async #claim({ name }: Peer): Promise<number | undefined> {
    const { records, now = Date.now, timeoutMs = 10_000 } = this.#options;
    const record = await records.get(KIND, name);
    const health = peerHealthSchema.parse(record?.value ?? {});
    if (health.nextAt > now()) return undefined;
    const put = { ...health, nextAt: now() + 2 * timeoutMs };
    return records.put(KIND, name, put, { expect: record?.version ?? 0 }).then(
      ({ version }) => version,
      () => undefined,
    );
  }

  /** How long the peer took to say that it is there, in milliseconds. */
  async #measure({ baseURL }: Peer): Promise<number | undefined> {
    const { outbound, timeoutMs = 10_000 } = this.#options;
    const start = performance.now();
    try {
      const policy = { ...outbound, timeoutMs, maxBytes: MAX_BYTES };
      const response = await guardedFetch(`${baseURL}/health`, { policy, signal: this.#stop.signal });
      await response.text();
      return response.status === 200 ? Math.round((performance.now() - start) * 10) / 10 : undefined;
    } catch {
      return undefined;
    }
  }

  async #note({ name }: Peer, expect: number, latency: number | undefined): Promise<void> {
    const { records, registry, logger, now = Date.now, ...pace } = this.#options;
    const before = registry.healthOf(name);
    const finding = { at: now(), latency };
    const health = toHealth(before, finding, { ...pace, toText: (at) => toTimestamp(new Date(at)) });
    // A peer that was unregistered meanwhile has no record any more, and must not get one again.
    await records.put(KIND, name, health, { expect }).catch(() => undefined);
    if (before?.active !== health.active) {
      const say = health.active ? logger?.info : logger?.warn;
      say?.call(logger, health.active ? 'a peer responds' : 'a peer does not respond', { peer: name });
    }
    await registry.refresh();
  }
}

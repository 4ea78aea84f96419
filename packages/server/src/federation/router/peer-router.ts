import { type LogEntry, PosthouseError } from '@posthouse/protocol';
import type { OutboundPolicy, PeerCard, PeerLetter, Peers, PeerTask, TokenEvent } from '@posthouse/runtime';
import type { Logger } from '../../logging/logger.ts';
import { discoverSwarms } from '../registry/discover-swarms.ts';
import type { Peer } from '../registry/peer.ts';
import type { PeerRegistry } from '../registry/peer-registry.ts';
import type { SigningKey } from '../trust/signing-key.ts';
import { CircuitBreaker } from './circuit-breaker.ts';
import { followPeer } from './follow-peer.ts';
import { judgeAnswer } from './judge-answer.ts';
import { judgeOrder } from './judge-order.ts';
import type { Neighbours } from './neighbours.ts';
import { sendToPeer } from './send-to-peer.ts';
import { type PeerRequest, toLetterRequest, toPeerRequest } from './to-letter-request.ts';

export type PeerRouterOptions = {
  registry: PeerRegistry;
  key: SigningKey;
  /** The other swarms of this server, which need no network. */
  neighbours: Neighbours;
  outbound?: OutboundPolicy;
  /** Hosts and origins whose registries agents may ask for swarms. */
  discovery?: readonly string[];
  /** How long a peer may take to answer; 30 seconds unless given. */
  timeoutMs?: number;
  breaker?: CircuitBreaker;
  logger?: Logger;
};

const TIMEOUT_MS = 30_000;

/** Carries letters to peers, and reads, stops and resumes what they do for us. One for all instances of a server. */
export class PeerRouter implements Peers {
  readonly #options: PeerRouterOptions;
  readonly #breaker: CircuitBreaker;

  constructor(options: PeerRouterOptions) {
    this.#options = options;
    this.#breaker = options.breaker ?? new CircuitBreaker();
  }

  knows(swarm: string): boolean {
    const { registry, neighbours } = this.#options;
    return neighbours.has(swarm) || registry.get(swarm)?.state === 'approved';
  }

  list(): PeerCard[] {
    const { registry, neighbours } = this.#options;
    const peers = registry.list().filter(({ name, state }) => state === 'approved' && !neighbours.has(name));
    return [...neighbours.cards(), ...peers.map((peer) => this.#toCard(peer))];
  }

  async deliver(letter: PeerLetter, signal: AbortSignal): Promise<{ runner?: string }> {
    const { registry, key, neighbours } = this.#options;
    if (neighbours.has(letter.peer)) return neighbours.deliver(letter);
    const peer = await registry.lookup(letter.peer);
    const request = toLetterRequest({ letter, peer, token: this.#tokenOf(peer), key });
    const { kind } = peer;
    return this.#send(peer, request, signal, (answer) =>
      judgeAnswer({ ...answer, peer: peer.name, kind, direction: letter.direction }),
    );
  }

  async *follow(request: PeerTask & { after: number }, signal: AbortSignal): AsyncGenerator<LogEntry | TokenEvent> {
    const { outbound, neighbours } = this.#options;
    if (neighbours.has(request.peer)) {
      yield* neighbours.follow(request, signal);
      return;
    }
    yield* followPeer({
      peer: request.peer,
      after: request.after,
      toRequest: async (after) =>
        this.#toTaskRequest(await this.#ours(request.peer), 'GET', request, `events`, { after }),
      signal,
      outbound,
    });
  }

  async cancel(request: PeerTask & { key: string }, signal: AbortSignal): Promise<void> {
    const { registry, neighbours } = this.#options;
    if (neighbours.has(request.peer)) return neighbours.cancel(request);
    // Plain MAIL can say this only with a message of an agent, which is not ours to write.
    if ((await registry.lookup(request.peer)).kind === 'reference') return;
    await this.#order(request, 'cancel', {}, signal);
  }

  async forget(request: PeerTask & { key: string }, signal: AbortSignal): Promise<void> {
    const { neighbours } = this.#options;
    if (neighbours.has(request.peer)) return neighbours.forget(request);
    await this.#order(request, 'forget', {}, signal);
  }

  async resume(request: Parameters<Peers['resume']>[0], signal: AbortSignal): Promise<void> {
    const { neighbours } = this.#options;
    if (neighbours.has(request.peer)) return neighbours.resume(request);
    const { answers } = request;
    const results = Array.isArray(answers)
      ? answers.map(({ callId, content }) => ({ call_id: callId, content }))
      : typeof answers === 'string'
        ? { content: answers }
        : answers;
    await this.#order(request, 'resume', { results }, signal);
  }

  async discover(urls: string[], signal: AbortSignal): Promise<PeerCard[]> {
    const { registry, outbound, discovery = [] } = this.#options;
    const options = { allow: discovery, signal, outbound };
    const found = await Promise.all(urls.map((url) => discoverSwarms(url, options)));
    await registry.addFound(found.flat());
    const names = new Set(found.flat().map(({ name }) => name));
    return registry
      .list()
      .filter(({ name }) => names.has(name))
      .map((peer) => this.#toCard(peer));
  }

  async #order(
    request: PeerTask & { key: string },
    what: 'cancel' | 'resume' | 'forget',
    body: object,
    signal: AbortSignal,
  ) {
    const peer = await this.#ours(request.peer);
    const sent = this.#toTaskRequest(peer, 'POST', request, what, { body: JSON.stringify(body), key: request.key });
    await this.#send(peer, sent, signal, (answer) => judgeOrder(peer.name, answer));
  }

  #toTaskRequest(
    peer: Peer,
    method: 'GET' | 'POST',
    { swarm, peer: name, taskId }: PeerTask,
    what: string,
    { after, body, key: once }: { after?: number; body?: string; key?: string },
  ): PeerRequest {
    const query = new URLSearchParams({
      swarm: name,
      from: swarm,
      ...(after === undefined ? {} : { after: `${after}` }),
    });
    const path = `/interswarm/tasks/${encodeURIComponent(taskId)}/${what}?${query.toString()}`;
    const request = {
      method,
      path,
      swarm,
      body,
      headers: once === undefined ? undefined : { 'Idempotency-Key': once },
    };
    return toPeerRequest(request, { peer, token: this.#tokenOf(peer), key: this.#options.key });
  }

  /** Sends once, unless the peer is being spared, and remembers how it went. */
  async #send<Outcome>(
    peer: Peer,
    request: PeerRequest,
    signal: AbortSignal,
    judge: (answer: Awaited<ReturnType<typeof sendToPeer>>) => Outcome,
  ): Promise<Outcome> {
    const { name } = peer;
    const waitMs = this.#breaker.waitMs(name);
    if (waitMs > 0) {
      const message = `swarm '${name}' has not answered recently and is not asked again for ${waitMs} ms`;
      throw new PosthouseError({ code: 'peer_unreachable', message, details: { retryAfterMs: waitMs } });
    }
    const { outbound, timeoutMs = TIMEOUT_MS } = this.#options;
    try {
      const answer = await sendToPeer(request, { timeoutMs, signal, outbound });
      const outcome = judge(answer);
      this.#breaker.succeeded(name);
      return outcome;
    } catch (error) {
      signal.throwIfAborted();
      // A peer that refuses is reachable.
      if (PosthouseError.isInstance(error) && !error.retryable) this.#breaker.succeeded(name);
      else this.#breaker.failed(name);
      throw error;
    }
  }

  async #ours(name: string): Promise<Peer> {
    const peer = await this.#options.registry.lookup(name);
    if (peer.kind === 'ours') return peer;
    throw new PosthouseError({ code: 'peer_refused', message: `swarm '${name}' speaks plain MAIL only` });
  }

  #tokenOf(peer: Peer): string {
    const token = this.#options.registry.tokenOf(peer);
    if (token !== undefined) return token;
    const hint = peer.authTokenRef === undefined ? 'register it with one' : `set ${peer.authTokenRef.slice(2, -1)}`;
    const message = `authentication token missing for swarm '${peer.name}'; ${hint}`;
    throw new PosthouseError({ code: 'peer_refused', message });
  }

  #toCard({ name, description, keywords, public: isPublic, kind }: Peer): PeerCard {
    const active = this.#options.registry.healthOf(name)?.active ?? true;
    return { name, description, keywords, public: isPublic, active, ours: kind === 'ours' };
  }
}

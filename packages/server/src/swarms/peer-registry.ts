import { type JSONObject, PosthouseError, toTimestamp } from '@posthouse/protocol';
import type { OutboundPolicy } from '@posthouse/runtime';
import type { Records } from '@posthouse/store';
import { fetchPeer } from './fetch-peer.ts';
import { type Peer, toTokenRef } from './peer.ts';

export type PeerRegistryOptions = {
  records: Records;
  /** Which addresses may be called; loopback and private networks only if it says so. */
  outbound?: OutboundPolicy;
};

export type Registration = {
  name: string;
  baseURL: string;
  authToken?: string;
  /** Forgotten when the process ends; so unless told otherwise. */
  volatile?: boolean;
  metadata?: JSONObject;
};

const KIND = 'peer';

/**
 * The other swarm servers that this one knows: volatile ones in memory with their tokens, the others in the store for all
 * processes, with a reference to where their token is.
 */
export class PeerRegistry {
  readonly #records: Records;
  readonly #outbound: OutboundPolicy;
  readonly #volatile = new Map<string, Peer>();
  readonly #tokens = new Map<string, string>();

  constructor({ records, outbound = {} }: PeerRegistryOptions) {
    this.#records = records;
    this.#outbound = outbound;
  }

  /** Asks the server who it is and remembers it. Registering a name again replaces it. */
  async register({ name, baseURL, authToken, volatile = true, metadata = {} }: Registration): Promise<Peer> {
    const base = toBaseURL(baseURL);
    const info = await fetchPeer(base, this.#outbound);
    const peer: Peer = { name, baseURL: base, ...info, volatile, metadata, lastSeen: toTimestamp(new Date()) };
    if (volatile) {
      this.#volatile.set(name, peer);
      if (authToken === undefined) this.#tokens.delete(name);
      else this.#tokens.set(name, authToken);
      await this.#records.delete(KIND, name);
      return peer;
    }
    this.#volatile.delete(name);
    this.#tokens.delete(name);
    const kept = { ...peer, ...(authToken === undefined ? {} : { authTokenRef: toTokenRef(name) }) };
    await this.#records.put(KIND, name, kept);
    return kept;
  }

  async find(name: string): Promise<Peer | undefined> {
    const known = this.#volatile.get(name);
    if (known !== undefined) return known;
    return (await this.#records.get(KIND, name))?.value as Peer | undefined;
  }

  /** The token that opens a peer's doors, if there is one. */
  async tokenOf(name: string): Promise<string | undefined> {
    const { authTokenRef } = (await this.find(name)) ?? {};
    return this.#tokens.get(name) ?? (authTokenRef === undefined ? undefined : process.env[authTokenRef.slice(2, -1)]);
  }

  /** All of them, by name. */
  async list(): Promise<Peer[]> {
    const kept = (await this.#records.list(KIND)).map((record) => record.value as unknown as Peer);
    const volatile = [...this.#volatile.values()];
    const others = kept.filter((peer) => !this.#volatile.has(peer.name));
    return [...volatile, ...others].toSorted((one, other) => (one.name < other.name ? -1 : 1));
  }
}

function toBaseURL(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol)) {
    throw new PosthouseError({ code: 'invalid_input', message: 'base_url must be an http or https URL' });
  }
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new PosthouseError({
      code: 'invalid_input',
      message: 'base_url must not have a user, a password, a query or a fragment',
    });
  }
  return url.href.replace(/\/+$/, '');
}

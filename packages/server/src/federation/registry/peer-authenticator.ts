import { PosthouseError } from '@posthouse/protocol';
import type { ReceivedLetter } from '@posthouse/runtime';
import type { Caller } from '../../auth/caller.ts';
import type { WaitingLine } from '../../edge/waiting-line.ts';
import type { Peer } from './peer.ts';
import type { PeerRegistry } from './peer-registry.ts';
import type { Nonces } from '../trust/nonces.ts';
import { findFlaw, type Flaw, type Proof, type SignableRequest } from '../trust/signed-request.ts';
import { toKeyId } from '../trust/signing-key.ts';

export type PeerAuthenticatorOptions = {
  registry: PeerRegistry;
  nonces: Nonces;
  /** How far the clock of a peer may be off, and how long a signature counts. */
  windowMs: number;
  /** Where requests of peers wait that exceed their rate. */
  line: WaitingLine;
  serves: (swarm: string) => boolean;
  /** On somebody's own machine: strangers may write too, and the token of development speaks for everybody. */
  development: boolean;
  now?: () => number;
};

/** A request in the name of another swarm. */
export type Visit = { caller: Caller; swarm: string; request: SignableRequest; proof: Proof | undefined };

/** An authenticated peer, and the check that is left before anything is changed for it. */
export type Admission = {
  from: ReceivedLetter['from'];
  /** Throws when the request was sent before. */ spend: () => Promise<void>;
};

const DEVELOPMENT_CALLER = 'dev-agent';
/** Servers of ours give a request up after 30 seconds, and send it again. */
const MAX_WAIT_SIGNED_MS = 20_000;
/** MAIL's own server gives a request up after five minutes, and never sends it again. */
const MAX_WAIT_PLAIN_MS = 4 * 60_000;

/** Decides whether somebody is the swarm they say they are. */
export class PeerAuthenticator {
  readonly #options: PeerAuthenticatorOptions;

  constructor(options: PeerAuthenticatorOptions) {
    this.#options = options;
  }

  /** Throws `unavailable`, `sender_refused` or `signature_invalid`; nothing is written down for those who are refused. */
  async admit({ caller, swarm, request, proof }: Visit): Promise<Admission> {
    const { registry, serves, development, line } = this.#options;
    const mostMs = proof === undefined ? MAX_WAIT_PLAIN_MS : MAX_WAIT_SIGNED_MS;
    await line.enter({ key: caller.id, bytes: Buffer.byteLength(request.body ?? ''), mostMs });
    if (serves(swarm)) throw senderRefused(`swarm '${swarm}' is served here and needs no mail from outside`);
    const peer = registry.get(swarm) ?? (await registry.lookup(swarm).catch(() => undefined));
    if (peer?.state !== 'approved') {
      if (!development) throw senderRefused(`swarm '${swarm}' is not registered here`);
      this.#checkSpeaker(caller, swarm, undefined);
      return { from: { swarm, ours: false }, spend: async () => undefined };
    }
    this.#checkSpeaker(caller, swarm, peer);
    const agents = peer.agents?.includes('all') === true ? ('all' as const) : peer.agents;
    const from = { swarm, ours: peer.kind === 'ours', agents };
    if (peer.kind === 'reference') return { from, spend: async () => undefined };
    this.#checkProof(peer, request, proof);
    return { from, spend: () => this.#spend(proof!) };
  }

  /** A token speaks for the swarm it is called like, for those that its registration names, and for all that share its key. */
  #checkSpeaker({ id }: Caller, swarm: string, peer: Peer | undefined): void {
    const { registry, development } = this.#options;
    if (id === swarm || peer?.callers?.includes(id) === true) return;
    if (development && id === DEVELOPMENT_CALLER) return;
    const key = peer?.publicKey;
    if (key !== undefined && registry.get(id)?.publicKey === key) return;
    throw senderRefused(`the token of '${id}' does not speak for swarm '${swarm}'`);
  }

  #checkProof({ publicKey = '' }: Peer, request: SignableRequest, proof: Proof | undefined): void {
    const { windowMs, now = Date.now } = this.#options;
    const flaw = findFlaw(request, proof, { publicKey, keyId: toKeyId(publicKey), now: now(), windowMs });
    if (flaw !== undefined) throw unproven(flaw);
  }

  async #spend({ keyId, nonce }: Proof): Promise<void> {
    if (!(await this.#options.nonces.take(keyId, nonce))) throw unproven('replayed');
  }
}

const WORDS: Record<Flaw, string> = {
  missing: 'a server with a registered key must sign its requests, and this one is not signed',
  unknown_key: 'it was signed with a key other than the registered one; if the swarm has a new key, register it again',
  forged: 'the signature does not match',
  expired: 'it was signed too long ago, or the clocks differ',
  replayed: 'it was sent before',
};

function unproven(reason: Flaw): PosthouseError {
  return new PosthouseError({ code: 'signature_invalid', message: WORDS[reason], details: { reason } });
}

/** Nobody may send this from there. */
export function senderRefused(message: string): PosthouseError {
  return new PosthouseError({ code: 'sender_refused', message });
}

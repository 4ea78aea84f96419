import { context, propagation } from '@opentelemetry/api';
import { interswarmDeliveryWire, type MAILInterswarmMessage } from '@posthouse/protocol';
import type { PeerLetter } from '@posthouse/runtime';
import type { Peer } from '../registry/peer.ts';
import { signRequest, toSignedPath } from '../trust/signed-request.ts';
import type { SigningKey } from '../trust/signing-key.ts';

/** A request to a peer, ready to be sent. */
export type PeerRequest = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string };

export type LetterRequestOptions = { letter: PeerLetter; peer: Peer; token: string; key: SigningKey };

/**
 * A letter as MAIL's own server sends it. MAIL repeats the token in the body and asks for it there, so plain peers get it
 * there too; peers of ours get a signature instead.
 */
export function toLetterRequest({ letter, peer, token, key }: LetterRequestOptions): PeerRequest {
  const { direction, envelope } = letter;
  const authToken = peer.kind === 'ours' ? '' : token;
  const message = { ...envelope, authToken } as MAILInterswarmMessage;
  const body = JSON.stringify(interswarmDeliveryWire.emit({ message }));
  return toPeerRequest(
    { method: 'POST', path: `/interswarm/${direction}`, body, swarm: envelope.sourceSwarm },
    {
      peer,
      token,
      key,
    },
  );
}

/** Any request to a peer in the name of a swarm that is served here. */
export function toPeerRequest(
  request: { method: 'GET' | 'POST'; path: string; body?: string; swarm: string; headers?: Record<string, string> },
  { peer, token, key }: Omit<LetterRequestOptions, 'letter'>,
): PeerRequest {
  const { method, path, body, swarm, headers = {} } = request;
  const traced: Record<string, string> = {};
  // A log that is read for hours belongs to no single thing that happens meanwhile.
  if (method === 'POST') propagation.inject(context.active(), traced);
  return {
    url: `${peer.baseURL}${path}`,
    method,
    headers: {
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      // What a header cannot carry is written as it would be in a URL.
      'User-Agent': `MAIL-Interswarm-Router/${/^[\x21-\x7e]+$/.test(swarm) ? swarm : encodeURIComponent(swarm)}`,
      Authorization: `Bearer ${token}`,
      ...headers,
      ...traced,
      ...(peer.kind === 'ours' ? signRequest({ method, path: toSignedPath(path), body: body ?? '' }, key) : {}),
    },
    body,
  };
}

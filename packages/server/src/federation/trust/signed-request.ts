import { createHash, randomBytes } from 'node:crypto';
import { toTimestamp } from '@posthouse/protocol';
import { isSignedBy, type SigningKey } from './signing-key.ts';

/** A request between servers of ours, as far as its signature covers it: all of it but the headers. */
export type SignableRequest = {
  method: string;
  /** Path and query, from the root of the server on: proxies may put it below another path. */
  path: string;
  body: string;
};

/**
 * Path and query of a URL, in the spelling that both sides agree on whatever stands between them.
 *
 * @example toSignedPath('http://host/tasks/a b?x=1') // '/tasks/a%20b?x=1'
 */
export function toSignedPath(url: string): string {
  const { pathname, search } = new URL(url, 'http://host');
  return `${pathname}${search}`;
}

/** What proves a request: who signed it, when, and that it is not an old one. */
export type Proof = { signature: string; keyId: string; nonce: string; timestamp: string };

/** Why a proof does not hold. */
export type Flaw = 'missing' | 'unknown_key' | 'forged' | 'expired' | 'replayed';

const FORM = 'mail-signature-1';
const NONCE = /^[\w-]{16,64}$/;

/** The headers that a request of ours carries beyond those of MAIL. */
export function signRequest(
  request: SignableRequest,
  key: SigningKey,
  now: Date = new Date(),
  nonce: string = randomBytes(18).toString('base64url'),
): Record<string, string> {
  const timestamp = toTimestamp(now);
  return {
    'Mail-Signature': key.sign(toSignedText(request, { timestamp, nonce })),
    'Mail-Key-Id': key.id,
    'Mail-Nonce': nonce,
    'Mail-Timestamp': timestamp,
  };
}

/** The proof that a request carries; undefined when some of it is missing. */
export function readProof(header: (name: string) => string | undefined): Proof | undefined {
  const signature = header('mail-signature');
  const keyId = header('mail-key-id');
  const nonce = header('mail-nonce');
  const timestamp = header('mail-timestamp');
  if (signature === undefined || keyId === undefined || nonce === undefined || timestamp === undefined)
    return undefined;
  return { signature, keyId, nonce, timestamp };
}

/**
 * What is wrong with the proof of a request, if anything. Whether it was used before is not asked here: only one place for
 * all processes can know.
 */
export function findFlaw(
  request: SignableRequest,
  proof: Proof | undefined,
  { publicKey, keyId, now, windowMs }: { publicKey: string; keyId: string; now: number; windowMs: number },
): Flaw | undefined {
  if (proof === undefined) return 'missing';
  if (proof.keyId !== keyId) return 'unknown_key';
  if (!NONCE.test(proof.nonce) || !isSignedBy(publicKey, toSignedText(request, proof), proof.signature))
    return 'forged';
  const age = Math.abs(now - Date.parse(proof.timestamp));
  return age <= windowMs ? undefined : 'expired';
}

function toSignedText({ method, path, body }: SignableRequest, proof: Pick<Proof, 'timestamp' | 'nonce'>): string {
  const hash = createHash('sha256').update(body).digest('base64url');
  return [FORM, method, path, proof.timestamp, proof.nonce, hash].join('\n');
}

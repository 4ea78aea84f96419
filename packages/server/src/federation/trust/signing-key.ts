import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createPrivateKey,
  createPublicKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  sign,
  verify,
} from 'node:crypto';
import { invalidConfiguration } from '@posthouse/protocol';

/** What stands before the 32 bytes of an Ed25519 key in PKCS #8 and in SPKI. */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');
const SEED_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * The Ed25519 key of a deployment. All its processes have the same one: by it peers know that a letter is ours, and under it
 * the tokens of peers are sealed while they lie in the store.
 *
 * @example
 * const key = SigningKey.from(process.env.MAIL_SIGNING_KEY);
 * isSignedBy(key.publicKey, 'text', key.sign('text')) // true
 */
export class SigningKey {
  readonly id: string;
  /** The 32 bytes of the public half, as base64url. */
  readonly publicKey: string;
  readonly #private: KeyObject;
  readonly #seal: Buffer;

  private constructor(seed: Buffer) {
    this.#private = createPrivateKey({ key: Buffer.concat([PRIVATE_PREFIX, seed]), format: 'der', type: 'pkcs8' });
    this.#seal = Buffer.from(hkdfSync('sha256', seed, '', 'posthouse sealed tokens', 32));
    const spki = createPublicKey(this.#private).export({ format: 'der', type: 'spki' });
    this.publicKey = spki.subarray(PUBLIC_PREFIX.length).toString('base64url');
    this.id = toKeyId(this.publicKey);
  }

  static create(): SigningKey {
    return new SigningKey(randomBytes(SEED_BYTES));
  }

  /** Reads a key: 32 bytes as base64 or base64url, or a PEM file as `openssl genpkey -algorithm ed25519` writes it. */
  static from(text: string): SigningKey {
    const seed = text.includes('PRIVATE KEY') ? seedOfPEM(text) : Buffer.from(text.trim(), 'base64url');
    if (seed?.length === SEED_BYTES) return new SigningKey(seed);
    throw invalidConfiguration(
      'the signing key must be 32 bytes as base64, or an Ed25519 key as PEM (openssl genpkey -algorithm ed25519)',
    );
  }

  sign(text: string): string {
    return sign(null, Buffer.from(text), this.#private).toString('base64url');
  }

  /** Hides a text so that only who has this key can read it, and only under the same name. */
  seal(text: string, name: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#seal, nonce).setAAD(Buffer.from(name));
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString('base64url');
  }

  /** What was sealed, or undefined when it was under another key or name, or was changed. */
  open(sealed: string, name: string): string | undefined {
    const bytes = Buffer.from(sealed, 'base64url');
    if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
    const decipher = createDecipheriv('aes-256-gcm', this.#seal, bytes.subarray(0, NONCE_BYTES))
      .setAAD(Buffer.from(name))
      .setAuthTag(bytes.subarray(-TAG_BYTES));
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
      return Buffer.concat([text, decipher.final()]).toString('utf8');
    } catch {
      return undefined;
    }
  }
}

/** Short name of a public key, for people to compare and for headers to carry. */
export function toKeyId(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('base64url').slice(0, 16);
}

/** Whether a text is a public key that signatures can be checked with. */
export function isPublicKey(text: string): boolean {
  return toPublicKey(text) !== undefined;
}

export function isSignedBy(publicKey: string, text: string, signature: string): boolean {
  const key = toPublicKey(publicKey);
  return key !== undefined && verify(null, Buffer.from(text), key, Buffer.from(signature, 'base64url'));
}

function toPublicKey(text: string): KeyObject | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (!/^[\w-]{43}$/.test(text) || bytes.length !== SEED_BYTES) return undefined;
  return createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' });
}

function seedOfPEM(text: string): Buffer | undefined {
  try {
    // Variables of the environment often have their line breaks written out.
    const key = createPrivateKey(text.replaceAll('\\n', '\n'));
    if (key.asymmetricKeyType !== 'ed25519') return undefined;
    return key.export({ format: 'der', type: 'pkcs8' }).subarray(PRIVATE_PREFIX.length);
  } catch {
    return undefined;
  }
}

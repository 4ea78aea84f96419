import { createHash, randomBytes } from 'node:crypto';

/** A new secret for a device: 32 random bytes. */
export function createToken(): string {
  return randomBytes(32).toString('hex');
}

/** What is stored of a token. From this nobody gets back to the token. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

import { createHash, randomBytes } from 'node:crypto';
import type { Caller } from './caller.ts';

/** A new token: 256 random bits, with a beginning by which people and scanners recognise it. */
export function newToken(role: Caller['role']): string {
  return `ph_${role}_${randomBytes(32).toString('base64url')}`;
}

/**
 * What is kept of a token. A plain hash is enough because a token is random: there is nothing to guess from. And tokens
 * are only ever looked up by it, so how long a comparison takes says nothing about any token.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

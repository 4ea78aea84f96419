import { sliceText } from '@posthouse/chat';
import type { TokenEvent } from '@posthouse/runtime';

/** A piece of text in pieces of which each fits into a frame: some models, and all readers who come late, get a lot at once. */
export function toTokens(token: TokenEvent): TokenEvent[] {
  const slices = sliceText(token.delta, token.offset);
  if (slices.length === 1) return [token];
  return slices.map(({ delta, end }) => ({ ...token, offset: end - delta.length, delta }));
}

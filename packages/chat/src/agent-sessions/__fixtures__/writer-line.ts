/** What the writing process says while it lives; times are of its own clock, in milliseconds. */
export type WriterLine =
  /** The agent has produced its token of that number. */
  | { token: number; at: number }
  /** A write has begun, or was acknowledged; with it, so many tokens are on their way or safe. */
  | { begun: number; at: number }
  | { written: number; at: number }
  /** A token has waited for too long, and no write was under way that could have kept it. */
  | { late: number }
  /** A reader has so many tokens, or this result. */
  | { told: number }
  | { result: string }
  /** A message of the user is safe. */
  | { accepted: string };

export const TOKEN_LENGTH = 8;

/** Tokens have one length, so that the length of a text says how many there are. */
export function toToken(number: number): string {
  return `w${String(number).padStart(TOKEN_LENGTH - 2, '0')} `;
}

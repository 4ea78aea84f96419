import { defined } from '@posthouse/protocol';
import type { HTTPLimits } from './http-server.ts';
import type { Rate } from './token-bucket.ts';

/** The limits for requests of any caller. */
export type ServerLimits = HTTPLimits & {
  bodyBytes: number;
  /** Per caller; none by default. */
  rate?: Rate;
};

const SECOND = 1000;

export const DEFAULT_SERVER_LIMITS: ServerLimits = {
  bodyBytes: 4 * 1024 * 1024,
  headerBytes: 16 * 1024,
  headersMs: 10 * SECOND,
  requestMs: 60 * SECOND,
  // Longer than the minute after which common load balancers let a connection go, so that it is they who close it.
  keepAliveMs: 65 * SECOND,
};

/** A limit that is not given, or given as undefined, is the default one. */
export function withDefaultLimits(limits: Partial<ServerLimits> = {}): ServerLimits {
  return { ...DEFAULT_SERVER_LIMITS, ...defined(limits) };
}

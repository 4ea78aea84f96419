/**
 * What outbound calls to addresses from data may do. Without any setting: the public internet over HTTP and HTTPS,
 * with limits.
 *
 * @example
 * const policy: OutboundPolicy = { schemes: ['https:'], allow: ['api.example.com', '*.example.org'], maxBytes: 100_000 };
 */
export type OutboundPolicy = {
  /** `http:` and `https:` by default. */
  readonly schemes?: readonly ('http:' | 'https:')[];
  /**
   * The only hosts that may be called: `api.example.com`, `*.example.com` (everything below it), or an origin such
   * as `https://api.example.com:8443`. All by default. It only narrows: a listed host must still have a public
   * address.
   */
  readonly allow?: readonly string[];
  /**
   * Allows loopback, private and shared networks, for development: all of them, or the named networks
   * (`10.1.0.0/16`). Link-local addresses and cloud metadata services stay closed.
   */
  readonly allowPrivateNetworks?: boolean | readonly string[];
  /** Largest response body, after decompression; 5 MB by default. */
  readonly maxBytes?: number;
  /** For everything from looking up the name to the last byte; 30 seconds by default. */
  readonly timeoutMs?: number;
  /** 5 by default. */
  readonly maxRedirects?: number;
};

export const OUTBOUND_DEFAULTS = {
  schemes: ['http:', 'https:'],
  maxBytes: 5_000_000,
  timeoutMs: 30_000,
  maxRedirects: 5,
} as const satisfies OutboundPolicy;

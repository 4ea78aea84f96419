import { isIP } from 'node:net';
import { isBlockedPort } from './blocked-ports.ts';
import { checkAddress } from './check-address.ts';
import { matchesAllowed } from './matches-allowed.ts';
import { OUTBOUND_DEFAULTS, type OutboundPolicy } from './outbound-policy.ts';
import type { Refusal } from './refusal.ts';

/** A URL that may be looked up, or why not. The addresses behind its name are still to be checked. */
export type CheckedURL = { readonly url: URL; readonly refusal?: never } | { readonly refusal: Refusal };

/**
 * Checks everything about a URL that can be seen without the network.
 *
 * @example
 * checkURL('http://0x7f.1/', {}); // { refusal: { reason: 'address', text: '127.0.0.1 is a loopback address' } }
 */
export function checkURL(input: string | URL, policy: OutboundPolicy): CheckedURL {
  if (!URL.canParse(String(input))) return refuse('syntax', 'it is not an absolute URL');
  const url = new URL(String(input));
  const schemes: readonly string[] = policy.schemes ?? OUTBOUND_DEFAULTS.schemes;
  if (!schemes.includes(url.protocol)) {
    return refuse('scheme', `only ${schemes.map((scheme) => `${scheme}//`).join(' and ')} may be called`);
  }
  if (url.username !== '' || url.password !== '') {
    return refuse('credentials', 'a user name or a password in a URL is not allowed');
  }
  if (url.port !== '' && isBlockedPort(Number(url.port))) {
    return refuse('port', `port ${url.port} belongs to another protocol`);
  }
  if (policy.allow !== undefined && !matchesAllowed(url, policy.allow)) {
    return refuse('host', `${url.host} is not on the list of allowed hosts`);
  }
  const address = toAddress(url);
  const problem = address === undefined ? undefined : checkAddress(address, policy);
  return problem === undefined ? { url } : refuse('address', problem);
}

/** The IP address that a URL names outright, without its brackets; undefined when it has a host name. */
export function toAddress({ hostname }: URL): string | undefined {
  const bare = hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(bare) === 0 ? undefined : bare;
}

function refuse(reason: Refusal['reason'], text: string): CheckedURL {
  return { refusal: { reason, text } };
}

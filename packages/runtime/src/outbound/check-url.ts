import { isIP } from 'node:net';
import { checkAddress } from './check-address.ts';
import { matchesAllowed } from './matches-allowed.ts';
import { OUTBOUND_DEFAULTS, type OutboundPolicy } from './outbound-policy.ts';
import type { Refusal } from './refusal.ts';

/**
 * Ports that browsers refuse for HTTP because a request there could be taken for a command of the protocol that lives
 * on them: mail, terminals, chat, printers and so on. From the list of the Fetch standard.
 */
const BLOCKED_PORTS: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
]);

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
  if (url.port !== '' && BLOCKED_PORTS.has(Number(url.port))) {
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

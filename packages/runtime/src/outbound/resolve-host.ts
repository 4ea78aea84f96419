import { lookup } from 'node:dns/promises';
import { checkAddress } from './check-address.ts';
import { toAddress } from './check-url.ts';
import type { OutboundPolicy } from './outbound-policy.ts';
import { toRefusedError } from './refusal.ts';

/** Finds the addresses of a host name. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** As every other program on this machine does it, its hosts file included. */
export const systemResolve: ResolveHost = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/**
 * The addresses of a URL, all of them checked. One that is not allowed spoils the name: a name with a public and a
 * private address is somebody trying.
 */
export async function resolveChecked(url: URL, policy: OutboundPolicy, resolve: ResolveHost): Promise<string[]> {
  const literal = toAddress(url);
  const addresses = literal === undefined ? await resolveName(url, resolve) : [literal];
  for (const address of addresses) {
    const problem = checkAddress(address, policy);
    if (problem !== undefined) throw toRefusedError(url, { reason: 'address', text: problem });
  }
  return [...addresses];
}

async function resolveName({ hostname }: URL, resolve: ResolveHost): Promise<readonly string[]> {
  const addresses = await resolve(hostname);
  if (addresses.length === 0) throw new Error('the name has no address');
  return addresses;
}

import type { BlockList } from 'node:net';
import { isIPv4 } from 'node:net';
import { type AddressClass, classifyAddress, toBlockList } from './classify-address.ts';
import type { OutboundPolicy } from './outbound-policy.ts';

/** The kinds of address that `allowPrivateNetworks` opens; no setting opens the others. */
const OPENABLE: ReadonlySet<AddressClass> = new Set(['loopback', 'private', 'shared']);

const PHRASES: Record<Exclude<AddressClass, 'public'>, string> = {
  loopback: 'a loopback address',
  private: 'an address of a private network',
  shared: "an address of a provider's shared network",
  'link-local': 'a link-local address',
  metadata: 'the address of a cloud metadata service',
  multicast: 'a multicast address',
  unspecified: 'an unspecified address',
  translated: 'an IPv6 form of an IPv4 address',
  reserved: 'a reserved address',
  invalid: 'not an IP address',
};

/**
 * Why an address may not be connected to, as the end of a sentence; undefined if it may.
 *
 * @example
 * checkAddress('10.0.0.8', {}); // '10.0.0.8 is an address of a private network'
 * checkAddress('10.0.0.8', { allowPrivateNetworks: true }); // undefined
 */
export function checkAddress(address: string, policy: OutboundPolicy): string | undefined {
  const kind = classifyAddress(address);
  if (kind === 'public') return undefined;
  if (OPENABLE.has(kind) && isOpened(address, policy.allowPrivateNetworks ?? false)) return undefined;
  return `${address} is ${PHRASES[kind]}`;
}

function isOpened(address: string, opened: boolean | readonly string[]): boolean {
  if (typeof opened === 'boolean') return opened;
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  const networks: BlockList = toBlockList(opened);
  return networks.check(address, family);
}

import { BlockList, isIP } from 'node:net';

/** What kind of place an IP address is. Only `public` is the internet; `private` is what a developer may open. */
export type AddressClass =
  | 'public'
  | 'loopback'
  | 'private'
  | 'shared'
  | 'link-local'
  | 'metadata'
  | 'multicast'
  | 'unspecified'
  | 'translated'
  | 'reserved'
  | 'invalid';

/** Networks that are not the internet, the more particular first, from the IANA registries of special-purpose addresses. */
const NETWORKS: readonly (readonly [network: string, kind: AddressClass])[] = [
  // Services inside a cloud that hand out credentials. Some lie in blocks that would pass as ordinary addresses.
  ['169.254.169.254/32', 'metadata'],
  ['169.254.170.2/32', 'metadata'],
  ['169.254.170.23/32', 'metadata'],
  ['100.100.100.200/32', 'metadata'],
  ['168.63.129.16/32', 'metadata'],
  ['192.0.0.192/32', 'metadata'],
  ['fd00:ec2::/32', 'metadata'],
  ['fd20:ce::254/128', 'metadata'],
  ['0.0.0.0/8', 'unspecified'],
  ['127.0.0.0/8', 'loopback'],
  ['10.0.0.0/8', 'private'],
  ['172.16.0.0/12', 'private'],
  ['192.168.0.0/16', 'private'],
  ['100.64.0.0/10', 'shared'],
  ['169.254.0.0/16', 'link-local'],
  ['192.88.99.0/24', 'translated'],
  ['192.0.0.0/24', 'reserved'],
  ['192.0.2.0/24', 'reserved'],
  ['198.18.0.0/15', 'reserved'],
  ['198.51.100.0/24', 'reserved'],
  ['203.0.113.0/24', 'reserved'],
  ['224.0.0.0/4', 'multicast'],
  ['240.0.0.0/4', 'reserved'],
  ['::/128', 'unspecified'],
  ['::1/128', 'loopback'],
  // IPv6 addresses that stand for an IPv4 address: where they lead is decided by a router, not by this table.
  ['::/96', 'translated'],
  ['::ffff:0:0/96', 'translated'],
  ['::ffff:0:0:0/96', 'translated'],
  ['64:ff9b::/96', 'translated'],
  ['64:ff9b:1::/48', 'translated'],
  ['2001::/32', 'translated'],
  ['2002::/16', 'translated'],
  ['fc00::/7', 'private'],
  ['fe80::/10', 'link-local'],
  ['fec0::/10', 'reserved'],
  ['ff00::/8', 'multicast'],
  ['2001::/23', 'reserved'],
  ['2001:db8::/32', 'reserved'],
  ['3fff::/20', 'reserved'],
];

const rules = NETWORKS.map(([network, kind]) => ({ family: familyOf(network), list: toBlockList([network]), kind }));
const globalUnicast = toBlockList(['2000::/3']);

/**
 * Says what kind of place an address is.
 *
 * @example
 * classifyAddress('192.168.1.1'); // 'private'
 * classifyAddress('2606:4700::1111'); // 'public'
 */
export function classifyAddress(address: string): AddressClass {
  const version = isIP(address);
  // A zone names an interface of this machine, which no address on the internet needs.
  if (version === 0 || address.includes('%')) return 'invalid';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  // Rules of the other family are left out: a block list would apply IPv4 rules to IPv4-mapped IPv6 addresses.
  const rule = rules.find((each) => each.family === family && each.list.check(address, family));
  if (rule !== undefined) return rule.kind;
  // All of IPv6 that is in use as internet lies in one block; the rest is nobody's yet.
  return family === 'ipv4' || globalUnicast.check(address, 'ipv6') ? 'public' : 'reserved';
}

/** Networks in the form `address/bits`, ready to be asked. */
export function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits = ''] = network.split('/');
    list.addSubnet(address, Number(bits), familyOf(network));
  }
  return list;
}

/** Whether a text is a network such as `10.0.0.0/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', ...rest] = text.split('/');
  const version = isIP(address);
  return version !== 0 && rest.length === 0 && /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128);
}

function familyOf(network: string): 'ipv4' | 'ipv6' {
  return network.includes(':') ? 'ipv6' : 'ipv4';
}

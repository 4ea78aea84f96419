import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type AddressClass, classifyAddress, isNetwork, toBlockList } from './classify-address.ts';

const table: [address: string, kind: AddressClass][] = [
  ['8.8.8.8', 'public'],
  ['1.1.1.1', 'public'],
  ['93.184.216.34', 'public'],
  ['172.15.255.255', 'public'],
  ['172.32.0.0', 'public'],
  ['100.63.255.255', 'public'],
  ['100.128.0.0', 'public'],
  ['169.253.255.255', 'public'],
  ['223.255.255.255', 'public'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', 'unspecified'],
  ['10.0.0.1', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.0.1', 'private'],
  ['100.64.0.1', 'shared'],
  ['100.127.255.255', 'shared'],
  ['169.254.0.1', 'link-local'],
  ['169.254.169.254', 'metadata'],
  ['169.254.170.2', 'metadata'],
  ['169.254.170.23', 'metadata'],
  ['100.100.100.200', 'metadata'],
  ['168.63.129.16', 'metadata'],
  ['192.0.0.192', 'metadata'],
  ['192.0.0.8', 'reserved'],
  ['192.0.2.1', 'reserved'],
  ['198.18.0.1', 'reserved'],
  ['198.19.255.255', 'reserved'],
  ['198.51.100.7', 'reserved'],
  ['203.0.113.7', 'reserved'],
  ['192.88.99.1', 'translated'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['2606:4700:4700::1111', 'public'],
  ['2a00:1450:4001:81b::200e', 'public'],
  ['2001:4860:4860::8888', 'public'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['::2', 'translated'],
  ['::127.0.0.1', 'translated'],
  ['::ffff:8.8.8.8', 'translated'],
  ['::ffff:127.0.0.1', 'translated'],
  ['::ffff:7f00:1', 'translated'],
  ['::ffff:0:7f00:1', 'translated'],
  ['64:ff9b::7f00:1', 'translated'],
  ['64:ff9b:1::7f00:1', 'translated'],
  ['2002:7f00:1::', 'translated'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'translated'],
  ['fc00::1', 'private'],
  ['fd12:3456:789a::1', 'private'],
  ['fd00:ec2::254', 'metadata'],
  ['fd20:ce::254', 'metadata'],
  ['fe80::1', 'link-local'],
  ['febf::1', 'link-local'],
  ['fec0::1', 'reserved'],
  ['ff02::1', 'multicast'],
  ['2001:db8::1', 'reserved'],
  ['2001:2::1', 'reserved'],
  ['3fff::1', 'reserved'],
  ['100::1', 'reserved'],
  ['5f00::1', 'reserved'],
  ['4000::1', 'reserved'],
  ['fe80::1%eth0', 'invalid'],
  ['2606:4700::1%lo', 'invalid'],
  ['localhost', 'invalid'],
  ['127.1', 'invalid'],
  ['0177.0.0.1', 'invalid'],
  ['[::1]', 'invalid'],
  ['', 'invalid'],
];

test.each(table)('classifies %s as %s', (address, kind) => {
  expect(classifyAddress(address)).toBe(kind);
});

const octet = fc.integer({ min: 0, max: 255 });
const ipv4 = fc.tuple(octet, octet, octet, octet);

describe('classifying any IPv4 address', () => {
  // The same question in arithmetic, written apart from the table.
  const isSpecial = (value: number): boolean => {
    const within = (first: number, bits: number): boolean => value >= first && value < first + 2 ** (32 - bits);
    const at = (a: number, b: number, c = 0, d = 0): number => ((a * 256 + b) * 256 + c) * 256 + d;
    return (
      [0, 10, 127].some((first) => within(at(first, 0), 8)) ||
      within(at(100, 64), 10) ||
      within(at(169, 254), 16) ||
      within(at(172, 16), 12) ||
      within(at(192, 168), 16) ||
      within(at(198, 18), 15) ||
      [at(192, 0, 0), at(192, 0, 2), at(192, 88, 99), at(198, 51, 100), at(203, 0, 113)].some((a) => within(a, 24)) ||
      value === at(168, 63, 129, 16) ||
      value >= at(224, 0)
    );
  };

  test('calls it public only if no special network contains it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), (value) => {
        const address = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
        expect(classifyAddress(address) === 'public').toBe(!isSpecial(value));
      }),
    );
  });

  test('calls none of its IPv6 spellings public', () => {
    fc.assert(
      fc.property(ipv4, ([a, b, c, d]) => {
        const dotted = `${a}.${b}.${c}.${d}`;
        const hex = `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
        const spellings = [
          `::ffff:${dotted}`,
          `::ffff:${hex}`,
          `::${hex}`,
          `0:0:0:0:0:ffff:${hex}`,
          `::ffff:0:${hex}`,
          `64:ff9b::${hex}`,
          `64:ff9b:1::${hex}`,
          `2002:${hex}::1`,
          `2001:0:${hex}::1`,
        ];
        for (const spelling of spellings) expect(classifyAddress(spelling), spelling).not.toBe('public');
      }),
    );
  });
});

describe('classifying any IPv6 address', () => {
  const group = fc.integer({ min: 0, max: 0xffff });
  const groups = fc.array(group, { minLength: 8, maxLength: 8 });

  test('calls it public only within 2000::/3', () => {
    fc.assert(
      fc.property(groups, (parts) => {
        const kind = classifyAddress(parts.map((part) => part.toString(16)).join(':'));
        expect(kind !== 'public' || parts[0]! >>> 13 === 1).toBe(true);
      }),
    );
  });

  test('gives the same result for every spelling', () => {
    fc.assert(
      fc.property(groups, (parts) => {
        const long = parts.map((part) => part.toString(16).padStart(4, '0')).join(':');
        const short = new URL(`http://[${long}]/`).hostname.slice(1, -1);
        expect(classifyAddress(short)).toBe(classifyAddress(long));
        expect(classifyAddress(long.toUpperCase())).toBe(classifyAddress(long));
      }),
    );
  });
});

test('classifying any text never throws', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(typeof classifyAddress(text)).toBe('string');
    }),
  );
});

test('parses a network as an address and a number of bits', () => {
  expect(['10.0.0.0/8', '127.0.0.1/32', '::/0', 'fd00::/8', '0.0.0.0/0'].every(isNetwork)).toBe(true);
  expect(
    ['10.0.0.0', '10.0.0.0/', '10.0.0.0/33', '::/129', 'localhost/8', '10/8', '10.0.0.0/8/8', '10.0.0.0/-1', ''].some(
      isNetwork,
    ),
  ).toBe(false);
  expect(toBlockList(['10.1.0.0/16']).check('10.1.2.3')).toBe(true);
  expect(toBlockList(['10.1.0.0/16']).check('10.2.2.3')).toBe(false);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkAddress } from './check-address.ts';
import { classifyAddress } from './classify-address.ts';

test('public addresses pass without any setting', () => {
  expect(checkAddress('8.8.8.8', {})).toBeUndefined();
  expect(checkAddress('2606:4700::1111', {})).toBeUndefined();
});

test.each([
  ['127.0.0.1', '127.0.0.1 is a loopback address'],
  ['10.0.0.8', '10.0.0.8 is an address of a private network'],
  ['100.64.0.1', "100.64.0.1 is an address of a provider's shared network"],
  ['169.254.1.1', '169.254.1.1 is a link-local address'],
  ['169.254.169.254', '169.254.169.254 is the address of a cloud metadata service'],
  ['224.0.0.1', '224.0.0.1 is a multicast address'],
  ['0.0.0.0', '0.0.0.0 is an unspecified address'],
  ['::ffff:8.8.8.8', '::ffff:8.8.8.8 is an IPv6 form of an IPv4 address'],
  ['240.0.0.1', '240.0.0.1 is a reserved address'],
  ['example.com', 'example.com is not an IP address'],
])('%s is refused with a reason', (address, reason) => {
  expect(checkAddress(address, {})).toBe(reason);
  expect(checkAddress(address, { allowPrivateNetworks: false })).toBe(reason);
});

describe('allowPrivateNetworks', () => {
  test.each(['127.0.0.1', '::1', '10.0.0.8', '172.20.0.1', '192.168.1.1', 'fd12::1', '100.64.0.1'])(
    'opens %s',
    (address) => {
      expect(checkAddress(address, { allowPrivateNetworks: true })).toBeUndefined();
    },
  );

  test.each([
    '169.254.169.254',
    '169.254.1.1',
    'fe80::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '168.63.129.16',
    '0.0.0.0',
    '::',
    '::ffff:127.0.0.1',
    '64:ff9b::7f00:1',
    '224.0.0.1',
    '255.255.255.255',
  ])('never opens %s', (address) => {
    expect(checkAddress(address, { allowPrivateNetworks: true })).toBeDefined();
    expect(checkAddress(address, { allowPrivateNetworks: ['0.0.0.0/0', '::/0'] })).toBeDefined();
  });

  test('opens only the networks it names', () => {
    const policy = { allowPrivateNetworks: ['10.1.0.0/16', '::1/128'] };
    expect(checkAddress('10.1.2.3', policy)).toBeUndefined();
    expect(checkAddress('::1', policy)).toBeUndefined();
    expect(checkAddress('10.2.0.1', policy)).toBeDefined();
    expect(checkAddress('127.0.0.1', policy)).toBeDefined();
    expect(checkAddress('8.8.8.8', policy)).toBeUndefined();
    expect(checkAddress('127.0.0.1', { allowPrivateNetworks: [] })).toBeDefined();
  });
});

test('an address that passes is public, or of a kind that the policy allows', () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6(), fc.string());
  fc.assert(
    fc.property(address, fc.boolean(), (text, allowPrivateNetworks) => {
      const kind = classifyAddress(text);
      const passes = checkAddress(text, { allowPrivateNetworks }) === undefined;
      const opened = allowPrivateNetworks && ['loopback', 'private', 'shared'].includes(kind);
      expect(passes).toBe(kind === 'public' || opened);
    }),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkURL, toAddress } from './check-url.ts';
import { classifyAddress } from './classify-address.ts';
import type { OutboundPolicy } from './outbound-policy.ts';

function reasonOf(url: string | URL, policy: OutboundPolicy = {}): string | undefined {
  return checkURL(url, policy).refusal?.reason;
}

test('ordinary URLs pass', () => {
  expect(checkURL('https://example.com/a?b#c', {})).toEqual({ url: new URL('https://example.com/a?b#c') });
  expect(reasonOf(new URL('http://example.com:8080/'))).toBeUndefined();
  expect(reasonOf('http://8.8.8.8/')).toBeUndefined();
});

test.each([
  ['not a URL', 'syntax'],
  ['', 'syntax'],
  ['/relative', 'syntax'],
  ['//example.com/', 'syntax'],
  ['http://', 'syntax'],
  ['http://exa mple.com/', 'syntax'],
  ['http://[::1/', 'syntax'],
  ['http://1.2.3.4.5.6/', 'syntax'],
  ['http://256.256.256.256/', 'syntax'],
  ['ftp://example.com/', 'scheme'],
  ['file:///etc/passwd', 'scheme'],
  ['data:text/plain,hello', 'scheme'],
  ['javascript:alert(1)', 'scheme'],
  ['gopher://example.com/', 'scheme'],
  ['ws://example.com/', 'scheme'],
  ['blob:https://example.com/1', 'scheme'],
  ['unix:/var/run/docker.sock', 'scheme'],
  ['https://user:secret@example.com/', 'credentials'],
  ['https://user@example.com/', 'credentials'],
  ['https://:secret@example.com/', 'credentials'],
  ['https://example.com:22/', 'port'],
  ['http://example.com:25/', 'port'],
  ['http://example.com:6667/', 'port'],
  ['http://example.com:0/', 'port'],
  ['http://example.com:443/', undefined],
])('refuses %s for its %s', (url, reason) => {
  expect(reasonOf(url)).toBe(reason);
});

// However an address is spelled, the URL parser makes one address of it, and that one is checked.
test.each([
  'http://127.0.0.1/',
  'http://127.1/',
  'http://127.0.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0x7f.1/',
  'http://017700000001/',
  'http://0177.0.0.1/',
  'http://0177.0x0.00.01/',
  'http://127.0.0.1./',
  'http://127.0.0.1:8080/',
  'http://１２７.０.０.１/',
  'http://①②⑦.⓪.⓪.①/',
  'http://127。0。0。1/',
  'http://%31%32%37.0.0.1/',
  'http:\\\\127.0.0.1\\',
  'http:127.0.0.1',
  'HTTP://127.0.0.1/',
  ' http://127.0.0.1/ ',
  'http://127.0.0.1\t/',
  'http://0/',
  'http://0.0.0.0/',
  'http://00000000/',
  'http://[::]/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::127.0.0.1]/',
  'http://[64:ff9b::127.0.0.1]/',
  'http://[2002:7f00:1::]/',
  'http://[fd00:ec2::254]/',
  'http://[fe80::1]/',
  'http://169.254.169.254/latest/meta-data/',
  'http://2852039166/',
  'http://0xA9FEA9FE/',
  'http://0251.0376.0251.0376/',
  'http://168.63.129.16/',
  'http://100.100.100.200/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://172.16.0.1/',
  'http://100.64.1.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
])('%s is refused for its address', (url) => {
  expect(reasonOf(url)).toBe('address');
});

describe('a policy for URLs', () => {
  test('a policy for URLs can restrict the schemes', () => {
    expect(reasonOf('http://example.com/', { schemes: ['https:'] })).toBe('scheme');
    expect(reasonOf('https://example.com/', { schemes: ['https:'] })).toBeUndefined();
    expect(checkURL('http://example.com/', { schemes: ['https:'] }).refusal?.text).toBe('only https:// may be called');
  });

  test('a policy for URLs can restrict the hosts', () => {
    const policy = { allow: ['api.example.com', 'https://other.example:8443'] };
    expect(reasonOf('https://api.example.com/', policy)).toBeUndefined();
    expect(reasonOf('https://other.example:8443/', policy)).toBeUndefined();
    expect(reasonOf('https://other.example/', policy)).toBe('host');
    expect(reasonOf('https://example.com/', policy)).toBe('host');
  });

  test('a policy for URLs does not allow a private address by naming it as a host', () => {
    expect(reasonOf('http://127.0.0.1/', { allow: ['127.0.0.1'] })).toBe('address');
    expect(reasonOf('http://127.0.0.1/', { allow: ['127.0.0.1'], allowPrivateNetworks: true })).toBeUndefined();
  });
});

test('the address of an IPv6 URL has no brackets', () => {
  expect(toAddress(new URL('http://[::1]:80/'))).toBe('::1');
  expect(toAddress(new URL('http://127.1/'))).toBe('127.0.0.1');
  expect(toAddress(new URL('http://localhost/'))).toBeUndefined();
});

test('every number is an IPv4 address, whichever base it is written in', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2 ** 32 - 1 }), fc.constantFrom(8, 10, 16), (value, base) => {
      const text = `${base === 16 ? '0x' : base === 8 ? '0' : ''}${value.toString(base)}`;
      const dotted = [24, 16, 8, 0].map((shift) => Math.floor(value / 2 ** shift) % 256).join('.');
      const expected = classifyAddress(dotted) === 'public' ? undefined : 'address';
      expect(reasonOf(`http://${text}/`)).toBe(expected);
      expect(reasonOf(`http://${dotted}/`)).toBe(expected);
    }),
  );
});

test('a URL that passes is http or https, without credentials, and not to a special address', () => {
  const url = fc.oneof(
    fc.webUrl({ withFragments: true, withQueryParameters: true }),
    fc.string(),
    fc.ipV4(),
    fc.ipV6(),
  );
  fc.assert(
    fc.property(url, fc.constantFrom('', 'http://', 'https://', 'http://a@', 'file://'), (text, prefix) => {
      const checked = checkURL(`${prefix}${text}`, {});
      if (checked.refusal !== undefined) return;
      expect(['http:', 'https:']).toContain(checked.url.protocol);
      expect(checked.url.username + checked.url.password).toBe('');
      const address = toAddress(checked.url);
      expect(address === undefined ? 'public' : classifyAddress(address)).toBe('public');
    }),
  );
});

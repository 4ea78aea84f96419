import { PosthouseError } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { checkPolicy } from './check-policy.ts';
import { OUTBOUND_DEFAULTS, type OutboundPolicy } from './outbound-policy.ts';

test.each<OutboundPolicy>([
  {},
  OUTBOUND_DEFAULTS,
  { allow: [] },
  {
    allow: [
      'example.com',
      '*.example.com',
      'https://example.com',
      'http://example.com:8080/',
      '127.0.0.1',
      '::1',
      '[::1]',
    ],
  },
  { allow: ['bücher.example', 'localhost'] },
  { allowPrivateNetworks: true },
  { allowPrivateNetworks: ['127.0.0.1/32', 'fd00::/8'] },
  { schemes: ['https:'], maxBytes: 0, timeoutMs: 1, maxRedirects: 0 },
])('%j is a policy', (policy) => {
  expect(() => checkPolicy(policy)).not.toThrow();
});

test.each<[OutboundPolicy, RegExp]>([
  [{ allow: [''] }, /"" is neither/],
  [{ allow: ['*'] }, /neither a host/],
  [{ allow: ['*.'] }, /neither a host/],
  [{ allow: ['example.com/path'] }, /neither a host/],
  [{ allow: ['https://example.com/path'] }, /neither a host/],
  [{ allow: ['https://*.example.com'] }, /neither a host/],
  [{ allow: ['example.com:8080'] }, /neither a host/],
  [{ allow: ['user@example.com'] }, /neither a host/],
  [{ allow: ['exa mple.com'] }, /neither a host/],
  [{ allow: ['a.*.example.com'] }, /neither a host/],
  [{ allowPrivateNetworks: ['10.0.0.0'] }, /"10.0.0.0" is not a network/],
  [{ allowPrivateNetworks: ['localhost'] }, /not a network/],
  [{ allowPrivateNetworks: ['10.0.0.0/40'] }, /not a network/],
  [{ schemes: ['ftp:' as 'http:'] }, /"ftp:" is not a scheme/],
  [{ maxBytes: -1 }, /maxBytes must be a whole number/],
  [{ maxBytes: 1.5 }, /maxBytes/],
  [{ timeoutMs: Number.NaN }, /timeoutMs/],
  [{ timeoutMs: 2 ** 31 }, /timeoutMs/],
  [{ timeoutMs: Number.POSITIVE_INFINITY }, /timeoutMs/],
  [{ maxRedirects: -1 }, /maxRedirects/],
])('%j is refused', (policy, message) => {
  let thrown: unknown;
  try {
    checkPolicy(policy);
  } catch (error) {
    thrown = error;
  }
  expect(PosthouseError.isInstance(thrown)).toBe(true);
  expect(thrown).toMatchObject({ code: 'invalid_configuration', message: expect.stringMatching(message) });
});

import { expect, test } from 'vitest';
import { matchesAllowed } from './matches-allowed.ts';

test.each([
  ['https://api.example.com/x', 'api.example.com'],
  ['https://API.Example.com/x', 'api.example.com'],
  ['https://api.example.com/x', 'API.EXAMPLE.COM'],
  ['https://api.example.com./x', 'api.example.com'],
  ['https://api.example.com/x', 'api.example.com.'],
  ['https://api.example.com:8443/x', 'api.example.com'],
  ['https://a.example.com/', '*.example.com'],
  ['https://a.b.example.com/', '*.example.com'],
  ['https://a.b.example.com./', '*.Example.com'],
  ['https://api.example.com/x', 'https://api.example.com'],
  ['https://api.example.com:443/x', 'https://api.example.com/'],
  ['https://api.example.com/x', 'https://api.example.com:443'],
  ['http://api.example.com:8080/', 'http://api.example.com:8080'],
  ['http://[::1]:3000/', '::1'],
  ['http://[::1]:3000/', '[::1]'],
  ['http://[0:0:0:0:0:0:0:1]:3000/', '::1'],
  ['http://127.0.0.1/', '127.0.0.1'],
  ['http://2130706433/', '127.0.0.1'],
  ['https://bücher.example/', 'bücher.example'],
  ['https://xn--bcher-kva.example/', 'bücher.example'],
])('allows %s by %s', (url, entry) => {
  expect(matchesAllowed(new URL(url), ['other.example', entry])).toBe(true);
});

test.each([
  ['https://example.com/', '*.example.com'],
  ['https://evilexample.com/', '*.example.com'],
  ['https://example.com.evil.test/', '*.example.com'],
  ['https://api.example.com.evil.test/', 'api.example.com'],
  ['https://xapi.example.com/', 'api.example.com'],
  ['https://a.api.example.com/', 'api.example.com'],
  ['http://api.example.com/', 'https://api.example.com'],
  ['https://api.example.com:8443/', 'https://api.example.com'],
  ['https://evil.test/https://api.example.com', 'https://api.example.com'],
  ['https://evil.test/?host=api.example.com', 'api.example.com'],
  ['https://api.example.com@evil.test/', 'api.example.com'],
  ['https://evil.test/', 'https://*'],
  ['https://evil.test/', ''],
  ['https://evil.test/', '*'],
  ['https://evil.test/', '*.'],
])('an address like %s is not allowed by %s', (url, entry) => {
  expect(matchesAllowed(new URL(url), [entry])).toBe(false);
});

test('an empty list allows nothing', () => {
  expect(matchesAllowed(new URL('https://example.com/'), [])).toBe(false);
});

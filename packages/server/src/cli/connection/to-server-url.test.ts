import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { UsageError } from '../usage-error.ts';
import { toServerURL } from './to-server-url.ts';

describe('toServerURL', () => {
  test.each([
    ['http://localhost:8000', 'http://localhost:8000'],
    ['https://mail.example.org/', 'https://mail.example.org'],
    ['https://mail.example.org/swarms/', 'https://mail.example.org/swarms'],
    ['  http://localhost:8000  ', 'http://localhost:8000'],
    ['localhost:8000', 'http://localhost:8000'],
    ['localhost', 'http://localhost'],
    ['127.0.0.1:8000', 'http://127.0.0.1:8000'],
    ['[::1]:8000', 'http://[::1]:8000'],
    ['mail.example.org', 'https://mail.example.org'],
    ['localhost.example.org', 'https://localhost.example.org'],
    ['mail.example.org:8443/path', 'https://mail.example.org:8443/path'],
    ['HTTP://LOCALHOST:8000', 'http://localhost:8000'],
  ])('reads %s as %s', (text, url) => {
    expect(toServerURL(text)).toEqual({ url });
  });

  test.each([
    '',
    '   ',
    'ftp://localhost',
    'file:///etc/passwd',
    'http://',
    'two words',
    'http://[::1',
    'javascript:alert(1)',
  ])('toServerURL refuses %j', (text) => {
    expect(() => toServerURL(text)).toThrow(UsageError);
  });

  test('refuses an address with a password without repeating it', () => {
    expect(() => toServerURL('http://me:hunter2@localhost')).toThrow(/^(?!.*hunter2).*do not belong/);
  });
});

describe('a swarm:// link', () => {
  test.each([
    ['swarm://connect?server=mail.example.org&token=abc', { url: 'https://mail.example.org', token: 'abc' }],
    ['swarm://invite?server=mail.example.org&token=abc', { url: 'https://mail.example.org', token: 'abc' }],
    ['swarm://connect?server=mail.example.org', { url: 'https://mail.example.org' }],
    ['swarm://connect?server=mail.example.org&token=', { url: 'https://mail.example.org' }],
    [
      'swarm://connect/?token=a%2Bb&server=mail.example.org%3A8443',
      { url: 'https://mail.example.org:8443', token: 'a+b' },
    ],
    ['SWARM://CONNECT?server=mail.example.org', { url: 'https://mail.example.org' }],
    ['swarm://connect?server=localhost:8000&token=t', { url: 'http://localhost:8000', token: 't' }],
    ['swarm://connect?server=https%3A%2F%2Fmail.example.org&token=t', { url: 'https://mail.example.org', token: 't' }],
  ])('leads from %s to its server', (text, address) => {
    expect(toServerURL(text)).toEqual(address);
  });

  test.each([
    'swarm://elsewhere?server=mail.example.org',
    'swarm://mail.example.org',
    'swarm://connect',
    'swarm://connect?token=secret-token',
    'swarm://connect?server=&token=secret-token',
    'swarm://connect?server=swarm://connect?server=x',
    'swarm:connect?server=x',
  ])('the link %s is refused, without repeating its token', (text) => {
    expect(() => toServerURL(text)).toThrow(UsageError);
    expect(() => toServerURL(text)).toThrow(/^(?!.*secret-token)/);
  });

  test('carries any token and any host name', () => {
    fc.assert(
      fc.property(
        fc.domain(),
        fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== ''),
        (host, token) => {
          const query = new URLSearchParams({ server: host, token });
          expect(toServerURL(`swarm://connect?${query}`)).toEqual({ url: `https://${host.toLowerCase()}`, token });
        },
      ),
    );
  });
});

test('any text is an address or is refused with a sentence', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc
          .tuple(fc.constantFrom('http', 'https', 'ftp', ''), fc.domain(), fc.string())
          .map(([scheme, host, rest]) => `${scheme}://${host}${rest}`),
        fc.string().map((text) => `swarm://${text}`),
      ),
      (text) => {
        let outcome: unknown;
        try {
          outcome = /^https?:\/\/[^/]/.test(toServerURL(text).url);
        } catch (error) {
          outcome = error instanceof UsageError;
        }
        expect(outcome).toBe(true);
      },
    ),
  );
});

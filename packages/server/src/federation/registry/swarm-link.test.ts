import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toPeerAddress } from './peer-address.ts';
import { readSwarmLink, toSwarmLink } from './swarm-link.ts';

test.each([
  ['swarm://invite?server=mail.example.org&token=t', { server: 'mail.example.org', token: 't' }],
  ['swarm://connect?server=mail.example.org', { server: 'mail.example.org' }],
  ['swarm://INVITE/?server=localhost:8000&swarm=beta&key=k', { server: 'localhost:8000', swarm: 'beta', key: 'k' }],
  [' swarm://invite?server=x&token= ', { server: 'x' }],
])('%s is a link', (text, link) => {
  expect(readSwarmLink(text)).toEqual(link);
});

test.each(['https://mail.example.org', 'swarm://delete?server=x', 'swarm://invite?token=t', 'swarm:', '', 'mail'])(
  '%j is not a link',
  (text) => {
    expect(readSwarmLink(text)).toBeUndefined();
  },
);

test('a link contains what it was made from', () => {
  const word = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text.isWellFormed());
  fc.assert(
    fc.property(word, word, word, (token, swarm, key) => {
      const link = { server: 'mail.example.org', token, swarm, key };
      expect(readSwarmLink(toSwarmLink('invite', link))).toEqual(link);
    }),
  );
});

test("a link omits the scheme where MAIL's own client adds the right one", () => {
  expect(toSwarmLink('connect', { server: 'https://mail.example.org/' })).toBe(
    'swarm://connect?server=mail.example.org',
  );
  const local = toSwarmLink('invite', { server: 'http://127.0.0.1:8000', token: 't' });
  expect(local).toBe('swarm://invite?server=http%3A%2F%2F127.0.0.1%3A8000&token=t');
  expect(toPeerAddress(local)).toEqual({ baseURL: 'http://127.0.0.1:8000', token: 't' });
});

test.each([
  ['https://mail.example.org//', { baseURL: 'https://mail.example.org' }],
  ['http://host/below/', { baseURL: 'http://host/below' }],
  [
    'swarm://invite?server=mail.example.org&token=t&swarm=b',
    { baseURL: 'https://mail.example.org', token: 't', swarm: 'b' },
  ],
  ['swarm://invite?server=localhost:8000', { baseURL: 'http://localhost:8000' }],
  ['swarm://invite?server=[::1]:8000', { baseURL: 'http://[::1]:8000' }],
  ['swarm://invite?server=localhost.evil.org', { baseURL: 'https://localhost.evil.org' }],
])('%s leads to %j', (text, address) => {
  expect(toPeerAddress(text)).toEqual(address);
});

test.each([
  'ftp://x',
  'nonsense',
  'http://me:secret@x',
  'http://x/?a=1',
  'http://x/#a',
  'swarm://invite?server=ftp://x',
  'swarm://invite?server=me:secret@x',
  'swarm://other?server=x',
])('%s is refused and not repeated', (text) => {
  expect(() => toPeerAddress(text)).toThrow(/^(?!.*secret)base_url must/);
});

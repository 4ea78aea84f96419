import { describe, expect, test } from 'vitest';
import { toURL } from './http-server.ts';
import { hostOf, isLoopback } from './loopback.ts';
import { chooseHost } from './choose-host.ts';

describe('isLoopback', () => {
  test.each(['localhost', 'LOCALHOST', '127.0.0.1', '127.8.9.10', '::1', '[::1]', '::ffff:127.0.0.1'])(
    'isLoopback recognises %s',
    (host) => {
      expect(isLoopback(host)).toBe(true);
    },
  );

  test.each([
    '',
    '0.0.0.0',
    '::',
    '192.168.1.5',
    '127.0.0.1.evil.example',
    'localhost.evil.example',
    'evil.example',
    '127.1',
    '2130706433',
    '128.0.0.1',
  ])('isLoopback does not recognise %j', (host) => {
    expect(isLoopback(host)).toBe(false);
  });
});

describe('hostOf', () => {
  test.each([
    ['localhost', 'localhost'],
    ['localhost:8000', 'localhost'],
    ['127.0.0.1:1', '127.0.0.1'],
    ['[::1]:8000', '[::1]'],
    ['[::1]', '[::1]'],
    ['a.example:443', 'a.example'],
  ])('reads from %s the host %s', (header, host) => {
    expect(hostOf(header)).toBe(host);
  });

  test.each(['', 'a b', 'localhost:80:80', 'user@localhost', 'localhost/x', '::1', 'localhost:port', 'a\\b'])(
    'reads no host from %j',
    (header) => {
      expect(hostOf(header)).toBeUndefined();
    },
  );
});

describe('chooseHost', () => {
  test('allows every address outside of development', () => {
    expect(chooseHost({ host: '0.0.0.0', typed: true, development: false })).toEqual({ host: '0.0.0.0' });
  });

  test.each(['127.0.0.1', '::1', 'localhost'])('allows %s in development', (host) => {
    expect(chooseHost({ host, typed: true, development: true })).toEqual({ host });
  });

  test.each(['0.0.0.0', '::', '10.0.0.7', 'box.example'])(
    'replaces %s from a file by this machine, with a notice',
    (host) => {
      const { host: used, notice } = chooseHost({ host, typed: false, development: true });
      expect(used).toBe('127.0.0.1');
      expect(notice).toContain(`instead of ${host}`);
    },
  );

  test('refuses an address that was typed, and says what to do instead', () => {
    expect(() => chooseHost({ host: '0.0.0.0', typed: true, development: true })).toThrow(
      /not on 0\.0\.0\.0; create a token first \(posthouse token create/,
    );
  });
});

test.each([
  [{ host: '127.0.0.1', port: 8000, secure: false }, 'http://127.0.0.1:8000'],
  [{ host: '0.0.0.0', port: 80, secure: true }, 'https://127.0.0.1:80'],
  [{ host: '::', port: 1, secure: false }, 'http://[::1]:1'],
  [{ host: 'box.example', port: 443, secure: true }, 'https://box.example:443'],
])('toURL(%j) is %s', (where, url) => {
  expect(toURL(where)).toBe(url);
});

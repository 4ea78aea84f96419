import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toSafeLink } from './safe-link.ts';

describe('safe links', () => {
  test.each(['https://example.org/a?b#c', 'http://example.org/', 'mailto:ada@example.org'])(
    'safe links include %s',
    (address) => {
      expect(toSafeLink(address)).toBe(address);
    },
  );

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'blob:https://example.org/1',
    'file:///etc/passwd',
    '/swarms/unregister',
    '//example.org',
    '#token',
    '',
    undefined,
    null,
    7,
    { toString: () => 'https://example.org' },
  ])('safe links do not include %s', (address) => {
    expect(toSafeLink(address)).toBeUndefined();
  });

  test('a safe link is never an address that runs something, whatever is written before or inside it', () => {
    const odd = fc.string({ unit: fc.constantFrom('\t', '\n', '\r', ' ', '\0', 'a', ':', '/', '%') });
    fc.assert(
      fc.property(odd, fc.nat(10), odd, (before, cut, between) => {
        const word = 'javascript';
        const link = toSafeLink(`${before}${word.slice(0, cut)}${between}${word.slice(cut)}:alert(1)`);
        expect(link === undefined || /^(https?|mailto):/.test(link)).toBe(true);
      }),
    );
  });
});

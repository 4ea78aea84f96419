import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkHeaders } from './check-headers.ts';

test.each([
  'Host',
  'Connection',
  'Content-Length',
  'Transfer-Encoding',
  'TE',
  'Trailer',
  'Upgrade',
  'Expect',
  'Keep-Alive',
])('the header %s may not be set, as it belongs to the connection', (name) => {
  expect(checkHeaders(new Headers({ accept: '*/*', [name]: '1' }))).toEqual({
    reason: 'header',
    text: `the header "${name.toLowerCase()}" is not for callers to set`,
  });
});

test('all other headers may be set', () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^x-[a-z-]{1,20}$/),
      fc.constantFrom('authorization', 'cookie', 'content-type'),
      (a, b) => {
        expect(checkHeaders(new Headers({ [a]: '1', [b]: '2' }))).toBeUndefined();
      },
    ),
  );
});

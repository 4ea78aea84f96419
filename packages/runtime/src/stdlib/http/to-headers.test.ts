import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExpectedFailure } from '../expected-failure.ts';
import { toHeaders } from './to-headers.ts';

test('headers are kept as written, and a repeated name becomes one', () => {
  expect([...toHeaders({ 'X-One': ' 1 ', Accept: 'text/html', accept: 'text/plain' })]).toEqual([
    ['accept', 'text/html, text/plain'],
    ['x-one', '1'],
  ]);
});

test.each([
  [{ 'x-a': 'one\r\nx-b: two' }],
  [{ 'x-a': 'one\nx-b: two' }],
  [{ 'x-a': '\0' }],
  [{ 'x-a': '☕' }],
  [{ 'bad name': '1' }],
  [{ 'bad:name': '1' }],
  [{ '': '1' }],
])('refuses %j', (record) => {
  expect(() => toHeaders(record)).toThrow(ExpectedFailure);
});

test('headers that pass cannot inject anything into a request', () => {
  const text = fc.string({ unit: fc.constantFrom('a', ':', ' ', '\r', '\n', '\0', 'é', '-') });
  fc.assert(
    fc.property(fc.dictionary(text, text), (record) => {
      try {
        for (const [name, value] of toHeaders(record)) {
          expect(name).toMatch(/^[\w-]+$/);
          expect(value).not.toMatch(/[\r\n\0]/);
        }
      } catch (error) {
        if (!(error instanceof ExpectedFailure)) throw error;
      }
    }),
  );
});

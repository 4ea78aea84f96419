import { isSpanContextValid } from '@opentelemetry/api';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTraceparent, toTraceparent, traceIdOf } from './traceparent.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

const hex = (length: number): fc.Arbitrary<string> =>
  fc
    .array(fc.constantFrom(...'0123456789abcdef'), { minLength: length, maxLength: length })
    .map((digits) => digits.join(''));

test('a span survives being written as text', () => {
  fc.assert(
    fc.property(hex(32), hex(16), fc.nat(255), (traceId, spanId, traceFlags) => {
      const context = { traceId, spanId, traceFlags, isRemote: true };
      const expected = isSpanContextValid(context) ? context : undefined;
      expect(parseTraceparent(toTraceparent(context))).toEqual(expected);
    }),
  );
});

test('a text of a later version is read as far as it is known', () => {
  expect(parseTraceparent(`01-${TRACE}-${SPAN}-01-more`)).toMatchObject({
    traceId: TRACE,
    spanId: SPAN,
    traceFlags: 1,
  });
});

test.each([
  ['nothing', undefined],
  ['no text', ''],
  ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
  ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
  ['capital letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
  ['a trace that is too short', `00-${TRACE.slice(1)}-${SPAN}-01`],
  ['flags that go on', `00-${TRACE}-${SPAN}-011`],
])('finds no span in %s', (_, text) => {
  expect(parseTraceparent(text)).toBeUndefined();
  expect(traceIdOf(text)).toBeUndefined();
});

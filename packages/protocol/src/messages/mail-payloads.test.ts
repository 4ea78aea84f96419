import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { judgedSamples } from '../__fixtures__/judged-samples.ts';
import {
  addressArbitrary,
  broadcastArbitrary,
  interruptArbitrary,
  requestArbitrary,
  responseArbitrary,
  toSnakeCase,
} from '../__fixtures__/message-arbitraries.ts';
import type { SampleType } from '../__fixtures__/samples.ts';
import { mailAddressWire } from './mail-address.ts';
import { mailBroadcastWire, mailInterruptWire, mailRequestWire, mailResponseWire } from './mail-payloads.ts';

type Codec = { parse(input: unknown): { value: unknown }; schema: { safeParse(value: unknown): { success: boolean } } };

const payloads: [SampleType, Codec, (value: never) => unknown, fc.Arbitrary<unknown>][] = [
  ['mail-address', mailAddressWire, mailAddressWire.emit, addressArbitrary],
  ['mail-request', mailRequestWire, mailRequestWire.emit, requestArbitrary],
  ['mail-response', mailResponseWire, mailResponseWire.emit, responseArbitrary],
  ['mail-broadcast', mailBroadcastWire, mailBroadcastWire.emit, broadcastArbitrary],
  ['mail-interrupt', mailInterruptWire, mailInterruptWire.emit, interruptArbitrary],
];

describe.each(payloads)('the codec of %s', (type, codec, emit, arbitrary) => {
  test('parses what it has emitted', () => {
    fc.assert(
      fc.property(arbitrary, (value) => {
        const wire = emit(value as never);
        expect(wire).toEqual(toSnakeCase(value));
        expect(codec.parse(wire).value).toEqual(value);
      }),
    );
  });

  test.each(judgedSamples.filter((sample) => sample.type === type))(
    'judges $name: valid is $valid',
    ({ value, valid }) => {
      expect(codec.schema.safeParse(value).success).toBe(valid);
    },
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attempt } from '../__fixtures__/attempt.ts';
import { hostileArbitrary } from '../__fixtures__/hostile.ts';
import { allCodecs, bodySamples } from '../__fixtures__/http-samples.ts';
import { mutantArbitrary } from '../__fixtures__/mutations.ts';
import type { JSONValue } from '../json.ts';
import type { WireReader, WireWriter } from './codecs.ts';
import * as wireTypes from './wire-types.ts';

type Problems = { path: string; expected: string }[];
const codecs = new Map(allCodecs);
const isReader = (each: object): each is WireReader<unknown> => 'parse' in each;
const isWriter = (each: object): each is WireWriter<JSONValue> => 'emit' in each;
const all = Object.entries<object>(wireTypes);
const readers = all.flatMap(([name, each]) => (isReader(each) ? [[name, each] as const] : []));
const writers = all.flatMap(([name, each]) => (isWriter(each) ? [[name, each] as const] : []));

/** What came of it, in a form that can be compared. */
function outcomeOf(run: () => unknown): unknown {
  const { value, error } = attempt(run);
  return error === undefined ? { value } : { error: { ...error.toJSON() } };
}

/** What came of it, and where it is wrong rather than in which words. */
function verdictOf(run: () => unknown): unknown {
  const { value, error } = attempt(run);
  return error === undefined ? { value } : [...new Set((error.details as Problems).map(({ path }) => path))];
}

describe.each(readers)('%s, read by light rules', (name, reader) => {
  const codec = codecs.get(name)!;

  test('gives what its codec gives, and refuses with the same message', () => {
    fc.assert(
      fc.property(mutantArbitrary(bodySamples[name]!), (body) => {
        expect(outcomeOf(() => reader.parse(body))).toEqual(outcomeOf(() => codec.parse(body)));
      }),
    );
  });

  test('accepts nothing that its codec refuses', () => {
    fc.assert(
      fc.property(hostileArbitrary, (value) => {
        expect(verdictOf(() => reader.parse(value))).toEqual(verdictOf(() => codec.parse(value)));
      }),
    );
  });
});

describe.each(writers)('%s, written by light rules', (name, writer) => {
  test('equals what its codec writes, and is refused with the same message', () => {
    const codec = codecs.get(name)!;
    const values = bodySamples[name]!.map((body) => codec.parse(body).value as JSONValue);
    fc.assert(
      fc.property(mutantArbitrary(values), (value) => {
        expect(outcomeOf(() => writer.emit(value))).toEqual(outcomeOf(() => codec.emit(value)));
      }),
    );
  });
});

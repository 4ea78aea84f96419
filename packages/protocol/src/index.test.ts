import { describe, expect, test } from 'vitest';
import { attempt } from './__fixtures__/attempt.ts';
import { allCodecs, bodySamples } from './__fixtures__/http-samples.ts';
import { changeAt, pathsOf } from './__fixtures__/mutations.ts';
import * as protocol from './index.ts';
import type { JSONObject, JSONValue } from './index.ts';

const samples = allCodecs.flatMap(([name, codec]) =>
  bodySamples[name]!.map((sample, index) => ({ name, index, codec, sample })),
);

describe('every codec of the package', () => {
  test('every codec has samples', () => {
    expect(allCodecs.map(([name]) => name).toSorted()).toEqual(Object.keys(bodySamples).toSorted());
  });

  test.each(allCodecs)('%s has the name of a codec, and a name for error messages', (name, codec) => {
    expect(name).toMatch(/Wire$/);
    expect(codec.name).toMatch(/^[A-Za-z ]+$/);
  });

  test.each(samples)('$name returns sample $index unchanged after a round trip', ({ codec, sample }) => {
    const { value, dropped } = codec.parse(sample);
    expect(dropped).toEqual([]);
    expect(codec.emit(value)).toStrictEqual(sample);
  });

  test.each(samples)('$name refuses, keeps or leaves out a null anywhere in sample $index', ({ codec, sample }) => {
    for (const path of pathsOf(sample).filter(({ length }) => length > 0)) {
      const withNull = changeAt(sample, path, () => null);
      const { value: parsed } = attempt(() => codec.parse(withNull));
      if (parsed === undefined) continue;
      expect(parsed.dropped).toEqual([]);
      // Free-form JSON and fields that may be null keep it; everywhere else it is as if the key had not been there.
      if (JSON.stringify(sorted(codec.emit(parsed.value))) === JSON.stringify(sorted(withNull))) continue;
      expect(parsed).toEqual(codec.parse(changeAt(sample, path, () => undefined)));
    }
  });

  test.each(samples)(
    '$name drops and names a key added anywhere in sample $index, or keeps it',
    ({ codec, sample }) => {
      for (const path of pathsOf(sample).filter((each) => isObjectAt(sample, each))) {
        const extended = changeAt(sample, path, (old) => ({ ...(old as JSONObject), 'x-extra': 1 }));
        const { value: parsed } = attempt(() => codec.parse(extended));
        // A map reads the key as one more entry, which then is not a valid one.
        if (parsed === undefined) continue;
        const isDropped = parsed.dropped.length > 0;
        expect(parsed.dropped).toEqual(isDropped ? [[...path, 'x-extra'].join('.')] : []);
        expect(sorted(codec.emit(parsed.value))).toEqual(sorted(isDropped ? sample : extended));
      }
    },
  );
});

describe('the package', () => {
  test('exports only names that can be imported: no default, no duplicates of zod', () => {
    expect(Object.keys(protocol)).not.toContain('default');
    expect(Object.keys(protocol)).not.toContain('z');
  });

  test('lists the frames of MAIL, without ours', () => {
    expect(protocol.MAIL_FRAME_NAMES).toContain('new_message');
    expect(protocol.MAIL_FRAME_NAMES).not.toContain('token');
  });
});

function isObjectAt(value: JSONValue, path: readonly string[]): boolean {
  const found = path.reduce<JSONValue>((inner, key) => (inner as JSONObject)[key]!, value);
  return typeof found === 'object' && found !== null && !Array.isArray(found);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([key, item]) => [key, sorted(item)]),
  );
}

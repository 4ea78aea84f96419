import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { attempt } from './__fixtures__/attempt.ts';
import { hostileArbitrary, oddValues } from './__fixtures__/hostile.ts';
import { allCodecs, bodySamples } from './__fixtures__/http-samples.ts';
import { changeAt, mutantArbitrary, pathsOf } from './__fixtures__/mutations.ts';
import { isFullRun } from './__fixtures__/runs.ts';
import { textArbitrary } from './__fixtures__/text-arbitraries.ts';
import { type JSONValue, parseJSON } from './index.ts';

const VALUES = isFullRun ? 3_000 : 300;
const TEXTS = isFullRun ? 15_000 : 300;
// Generous: what must not happen is a value that costs minutes.
const SECONDS = isFullRun ? 150 : 15;

const prototypeKeys = Reflect.ownKeys(Object.prototype).map(String).toSorted();

/** Whether something holds an object that a program could not have written as a literal. */
function hasForeignPrototype(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== Array.prototype) return true;
  return Object.values(value).some(hasForeignPrototype);
}

/** Feeds a value to every codec. Whatever is thrown must be ours; whatever is returned must be plain. */
function feed(value: unknown): { accepted: number } {
  let accepted = 0;
  for (const [name, codec] of allCodecs) {
    const { value: parsed, error } = attempt(() => codec.parse(value));
    if (error === undefined) accepted += 1;
    if (error !== undefined && error.code !== 'invalid_input') throw new Error(`${name} threw ${error.code}`);
    if (hasForeignPrototype(parsed)) throw new Error(`${name} let a foreign prototype through`);
    // What was let in can be sent on.
    if (parsed !== undefined) codec.emit(parsed.value);
  }
  return { accepted };
}

const secondsFor = (run: () => void): number => {
  const start = performance.now();
  run();
  return (performance.now() - start) / 1000;
};

/** Every place of a body; in a quick run only those near its surface. */
const placesIn = (sample: JSONValue): string[][] => pathsOf(sample).filter(({ length }) => isFullRun || length <= 1);

const isPrototypeUnchanged = (): boolean =>
  JSON.stringify(Reflect.ownKeys(Object.prototype).map(String).toSorted()) === JSON.stringify(prototypeKeys) &&
  !('polluted' in {});

describe('every codec, fed with anything', () => {
  test(`${VALUES} random values end in a value or in invalid_input, and in time`, { timeout: SECONDS * 2000 }, () => {
    let accepted = 0;
    const seconds = secondsFor(() =>
      fc.assert(
        fc.property(hostileArbitrary, (value) => {
          accepted += feed(value).accepted;
        }),
        { numRuns: VALUES },
      ),
    );
    expect(seconds).toBeLessThan(SECONDS);
    // If nothing was ever accepted, this has only tested the first line of every codec.
    expect(accepted).toBeGreaterThan(VALUES / 20);
    expect(isPrototypeUnchanged()).toBe(true);
  });

  test(`${VALUES} damaged bodies end in a value or in invalid_input, and in time`, { timeout: SECONDS * 2000 }, () => {
    let accepted = 0;
    const seconds = secondsFor(() =>
      fc.assert(
        fc.property(mutantArbitrary(Object.values(bodySamples).flat()), (value) => {
          accepted += feed(value).accepted;
        }),
        { numRuns: VALUES },
      ),
    );
    expect(seconds).toBeLessThan(SECONDS);
    expect(accepted).toBeGreaterThan(VALUES / 4);
    expect(isPrototypeUnchanged()).toBe(true);
  });

  test.each(Object.entries(oddValues))('%s is parsed or refused in time on its own', (_, make) => {
    expect(secondsFor(() => feed(make()))).toBeLessThan(10);
    expect(isPrototypeUnchanged()).toBe(true);
  });

  test.each(Object.entries(oddValues))('%s is parsed or refused in time at any place of a body', (_, make) => {
    const odd = make();
    const codecs = allCodecs.filter(([name]) => ['mailMessageWire', 'postMessageWire', 'mailFrameWire'].includes(name));
    const seconds = secondsFor(() => {
      for (const [name, codec] of codecs) {
        const sample = bodySamples[name]!.at(name === 'mailFrameWire' ? 1 : -1)!;
        for (const path of placesIn(sample)) attempt(() => codec.parse(changeAt(sample, path, () => odd as JSONValue)));
      }
    });
    expect(seconds).toBeLessThan(20);
    expect(isPrototypeUnchanged()).toBe(true);
  });
});

describe('parseJSON, fed with anything', () => {
  const parse = (text: unknown): void => {
    const { value, error } = attempt(() => parseJSON(text as string));
    if (error !== undefined && error.code !== 'invalid_json') throw error;
    if (hasOwnProto(value)) throw new Error('a __proto__ key came through');
  };

  test(`${TEXTS} texts and other things are parsed or refused in time`, { timeout: SECONDS * 2000 }, () => {
    const texts = fc.oneof(
      textArbitrary,
      fc.json(),
      fc
        .array(fc.constantFrom('{', '}', '[', ']', '"', '"__proto__"', ':', ',', '\\', 'u005f', '1', 'null'), {
          maxLength: 12,
        })
        .map((parts) => parts.join('')),
      fc.json().map((text) => `{"__proto__":${text},"a":${text}}`),
    );
    const seconds = secondsFor(() => {
      fc.assert(
        fc.property(fc.oneof({ weight: 9, arbitrary: texts }, { weight: 1, arbitrary: hostileArbitrary }), (text) => {
          parse(text);
        }),
        { numRuns: TEXTS },
      );
    });
    expect(seconds).toBeLessThan(SECONDS);
    expect(isPrototypeUnchanged()).toBe(true);
  });

  test.each([
    ['a million brackets', '['.repeat(1_000_000)],
    ['a million brackets, closed', `${'['.repeat(1_000_000)}${']'.repeat(1_000_000)}`],
    ['a million objects in each other', `${'{"__proto__":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['a million almost-keys', '"__prot'.repeat(1_000_000)],
    ['a million escapes', `"${String.raw`\u005f`.repeat(1_000_000)}"`],
  ])('%s are parsed or refused in time', (_, text) => {
    expect(secondsFor(() => parse(text))).toBeLessThan(10);
  });
});

/** Looks for the key without recursion, because some of the values are very deep. */
function hasOwnProto(value: unknown): boolean {
  const open = [value];
  while (open.length > 0) {
    const item = open.pop();
    if (typeof item !== 'object' || item === null) continue;
    if (Object.hasOwn(item, '__proto__')) return true;
    for (const inner of Object.values(item)) open.push(inner);
  }
  return false;
}

import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from './seeded-random.ts';

function first(count: number, ...seed: (string | number)[]): number[] {
  const random = seededRandom(...seed);
  return Array.from({ length: count }, () => random.next());
}

test('the same seed gives the same numbers, another seed others', () => {
  fc.assert(
    fc.property(fc.array(fc.string()), fc.string(), (seed, more) => {
      expect(first(5, ...seed)).toEqual(first(5, ...seed));
      expect(first(5, ...seed)).not.toEqual(first(5, ...seed, more));
    }),
  );
  expect(first(3, 'a', 'bc')).not.toEqual(first(3, 'ab', 'c'));
  expect(first(3, 1)).not.toEqual(first(3, '1'));
});

test('another process gets the same numbers', () => {
  const code = `import { seededRandom } from ${JSON.stringify(new URL('seeded-random.ts', import.meta.url).href)};
    const random = seededRandom('sample', 7);
    console.log(JSON.stringify([random.next(), random.next(), random.integer(1, 1000)]));`;
  const random = seededRandom('sample', 7);
  const here = [random.next(), random.next(), random.integer(1, 1000)];
  const there = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
  expect(JSON.parse(there)).toEqual(here);
});

test('numbers stay in their bounds and reach both ends', () => {
  const random = seededRandom('bounds');
  const seen = new Set(Array.from({ length: 1000 }, () => random.integer(-2, 2)));
  expect([...seen].toSorted((a, b) => a - b)).toEqual([-2, -1, 0, 1, 2]);
  expect(first(1000, 'unit').every((value) => value >= 0 && value < 1)).toBe(true);
});

test('numbers are spread evenly', () => {
  const buckets = Array.from({ length: 10 }, () => 0);
  for (const value of first(10_000, 'even')) buckets[Math.floor(value * 10)]! += 1;
  for (const count of buckets) expect(Math.abs(count - 1000)).toBeLessThan(150);
});

test('pick reaches every value', () => {
  const random = seededRandom('pick');
  expect(new Set(Array.from({ length: 100 }, () => random.pick(['a', 'b', 'c'])))).toEqual(new Set(['a', 'b', 'c']));
});

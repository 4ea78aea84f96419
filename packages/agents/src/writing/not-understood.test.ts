import { expect, test } from 'vitest';
import { countIgnored, toNotUnderstood } from './not-understood.ts';

function count(types: Iterable<string>): { ignored: Readonly<Record<string, number>>; firsts: number } {
  let ignored: Readonly<Record<string, number>> = {};
  let firsts = 0;
  for (const type of types) {
    const counted = countIgnored(ignored, type);
    ignored = counted.ignored;
    firsts += Number(counted.isNew);
  }
  return { ignored, firsts };
}

test('unknown events are counted by kind, and the first of each kind is marked', () => {
  expect(count(['a', 'b', 'a', 'a'])).toEqual({ ignored: { a: 3, b: 1 }, firsts: 2 });
});

test('a flood of new kinds is counted under a few names', () => {
  const flood = Array.from({ length: 10_000 }, (_, index) => `${index}`);
  const { ignored, firsts } = count(flood);
  expect(Object.keys(ignored)).toHaveLength(21);
  expect(firsts).toBe(21);
  expect(ignored.other).toBe(9_980);
});

test('a kind with an endless name is counted under its beginning', () => {
  const { ignored } = count(['x'.repeat(5_000_000), `${'x'.repeat(5_000_000)}y`]);
  expect(ignored).toEqual({ ['x'.repeat(80)]: 2 });
});

test.each(['__proto__', 'constructor', 'toString'])('a kind may be called %s', (name) => {
  const { ignored } = count([name, name]);
  expect(Object.entries(ignored)).toEqual([[name, 2]]);
  const { text } = toNotUnderstood('parrot', ignored) as { text: string };
  expect(text).toBe(`parrot sent events that are not understood here and not shown: "${name}" (2 times).`);
});

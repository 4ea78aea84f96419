import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oddValues } from '../__fixtures__/hostile.ts';
import { jsonArbitrary } from '../__fixtures__/text-arbitraries.ts';
import { copyJSON } from './copy-json.ts';
import { LIMITS_IN, startWalk, type Walk } from './walk.ts';

const copy = (value: unknown, limits = LIMITS_IN): Walk & { value: unknown } => {
  const walk = startWalk(limits);
  const value_ = copyJSON(value, walk);
  return { ...walk, value: value_ };
};

const nested = (levels: number): unknown => {
  let value: unknown = 'bottom';
  for (let level = 0; level < levels; level += 1) value = level % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('copyJSON', () => {
  test('copies any JSON unchanged', () => {
    fc.assert(
      fc.property(jsonArbitrary, (value) => {
        const { value: copied, problems, dropped } = copy(value);
        expect(JSON.stringify(copied)).toBe(JSON.stringify(value));
        expect([...problems, ...dropped]).toEqual([]);
      }),
    );
  });

  test('shares nothing with the original', () => {
    const original = { list: [{ deep: 'x' }] };
    const { value } = copy(original);
    original.list[0]!.deep = 'changed';
    original.list.push({ deep: 'y' });
    expect(value).toEqual({ list: [{ deep: 'x' }] });
  });

  test('leaves out keys without a value, as JSON.stringify does', () => {
    expect(Object.keys(copy({ a: undefined, b: 1 }).value as object)).toEqual(['b']);
  });

  test('leaves out __proto__ keys and says where', () => {
    const { value, dropped, problems } = copy(JSON.parse('{"a":[{"__proto__":{"x":1},"b":2}],"__proto__":3}'));
    expect(JSON.stringify(value)).toBe('{"a":[{"b":2}]}');
    expect(dropped).toEqual(['a.0.__proto__', '__proto__']);
    expect(problems).toEqual([]);
  });

  test.each([
    ['a function', () => 1, 'a function'],
    ['a date', new Date(0), 'an object'],
    ['a map', new Map(), 'an object'],
    ['infinity', Number.POSITIVE_INFINITY, 'the number Infinity'],
    ['not a number', Number.NaN, 'the number NaN'],
    ['a big integer', 1n, 'a bigint'],
    ['a symbol', Symbol('x'), 'a symbol'],
  ])('reports %s and where it is', (_, value, received) => {
    expect(copy({ a: ['x', value] }).problems).toEqual([{ path: 'a.1', expected: 'a JSON value', received }]);
  });

  test('reports every hole of a sparse list', () => {
    const list: unknown[] = ['x'];
    list[2] = 'y';
    expect(copy(list).problems).toEqual([{ path: '1', expected: 'a JSON value', received: 'nothing' }]);
  });
});

describe('limits of copyJSON', () => {
  test('allow 200 levels, and not one more', () => {
    expect(copy(nested(200)).problems).toEqual([]);
    const { problems } = copy(nested(201));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({
      expected: 'JSON of at most 200 levels and 1000000 values',
      received: 'the string "bottom"',
    });
    expect(problems[0]!.path.split('.')).toHaveLength(201);
  });

  test('copyJSON counts the levels of each branch separately', () => {
    expect(copy([nested(199), nested(199)]).problems).toEqual([]);
  });

  test('copyJSON counts every value, and reports an excess once', () => {
    const limits = { levels: 10, values: 5 };
    expect(copy([1, 2, 3, 4], limits).problems).toEqual([]);
    expect(copy({ a: [1, 2], b: 3 }, limits).problems).toEqual([]);
    const { problems } = copy({ a: { x: 1 }, b: { x: 1 }, c: { x: 1 }, d: 2, e: 3 }, limits);
    expect(problems).toEqual([
      { path: 'c', expected: 'JSON of at most 10 levels and 5 values', received: 'an object' },
    ]);
  });

  test('copyJSON refuses a list longer than the limit without walking it', () => {
    const { problems } = copy(oddValues['a list with four billion holes']!());
    expect(problems).toMatchObject([{ received: 'a list of 4294967295 items' }]);
  });

  test.each([
    'an object that contains itself',
    'a list that contains itself twice',
    'a value that shares itself exponentially',
    'a wide value that shares itself',
    'ten thousand lists in each other',
  ])('copyJSON stops at %s, soon and with few problems', (name) => {
    const start = process.cpuUsage();
    const { problems } = copy(oddValues[name]!());
    expect(problems.length).toBeGreaterThan(0);
    expect(problems.length).toBeLessThanOrEqual(100);
    expect(process.cpuUsage(start).user / 1_000).toBeLessThan(5_000);
  });
});

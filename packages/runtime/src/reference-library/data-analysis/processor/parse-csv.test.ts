import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runExample } from '../../__fixtures__/run-example.ts';
import { parseCsv, parseTable } from './parse-csv.ts';
import { splitCSV } from './split-csv.ts';

describe('splitCSV', () => {
  test.each([
    [
      'a,b\n1,2',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a,b\r\n1,2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    ['a\r1', [['a'], ['1']]],
    ['a , b', [['a', 'b']]],
    ['"a, b","c""d","e\nf"', [['a, b', 'c"d', 'e\nf']]],
    ['a,,b', [['a', '', 'b']]],
    ['a,', [['a', '']]],
    [',', [['', '']]],
    ['a\n\n\nb', [['a'], ['b']]],
    ['" a "', [[' a ']]],
    ['""', []],
    ['', []],
  ])('splits %j into rows', (text, rows) => {
    expect(splitCSV(text)).toEqual(rows);
  });

  test.each(['a"b', '"a"b', '"a', 'x\n"y', '"a""'])('refuses %j for a misplaced quote', (text) => {
    expect(() => splitCSV(text)).toThrow('a quote in the wrong place');
  });

  test('returns quoted cells as they were', () => {
    const cell = fc.string({ minLength: 1, unit: fc.constantFrom('a', ',', '"', '\n', '\r', ' ', 'ä') });
    fc.assert(
      fc.property(fc.array(fc.array(cell, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }), (rows) => {
        const text = rows.map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(',')).join('\n');
        expect(splitCSV(text)).toEqual(rows);
      }),
    );
  });

  test.each([
    '"'.repeat(200_001),
    '""'.repeat(100_000),
    ','.repeat(200_000),
    '"a,'.repeat(60_000),
    'a'.repeat(200_000),
  ])('takes little time for a long run of the same characters', (text) => {
    const begin = performance.now();
    try {
      splitCSV(text);
    } catch {
      // Whether it is CSV is not the question here.
    }
    expect(performance.now() - begin).toBeLessThan(15_000);
  });
});

describe('parsing a table', () => {
  test('returns rows, columns and their types', () => {
    expect(parseTable('name,age,score,code\nAda,36,1.5,007\nBob,,2,012')).toEqual({
      success: true,
      row_count: 2,
      column_count: 4,
      columns: ['name', 'age', 'score', 'code'],
      column_types: { name: 'string', age: 'integer', score: 'numeric', code: 'string' },
      data: [
        { name: 'Ada', age: 36, score: 1.5, code: '007' },
        { name: 'Bob', age: null, score: 2, code: '012' },
      ],
    });
  });

  test.each([
    ['-5', 'integer', -5],
    ['+5', 'integer', 5],
    ['0', 'integer', 0],
    ['9007199254740993', 'numeric', 9007199254740992],
    ['1e3', 'numeric', 1000],
    ['.5', 'numeric', 0.5],
    ['-.5', 'numeric', -0.5],
    ['0.10', 'numeric', 0.1],
    ['1e400', 'string', '1e400'],
    ['1,5', 'string', undefined],
    ['NaN', 'string', 'NaN'],
    ['Infinity', 'string', 'Infinity'],
    ['0x10', 'string', '0x10'],
    ['1 000', 'string', '1 000'],
    ['-', 'string', '-'],
    ['.', 'string', '.'],
  ])('reads %s as %s', (text, type, value) => {
    const { column_types, data } = parseTable(`a\n"${text}"`);
    expect(column_types.a).toBe(type);
    expect(data[0]?.a).toBe(value ?? text);
  });

  test('takes the type from the first hundred rows, and keeps later misfits as text', () => {
    const rows = [...Array.from({ length: 100 }, (_, index) => String(index)), 'oops'];
    const { column_types, data } = parseTable(`n\n${rows.join('\n')}`);
    expect(column_types).toEqual({ n: 'integer' });
    expect(data.at(-1)).toEqual({ n: 'oops' });
  });

  test('fills up short rows and refuses long ones', () => {
    expect(parseTable('a,b\n1').data).toEqual([{ a: 1, b: null }]);
    expect(() => parseTable('a\n1\n1,2')).toThrow('row 2 has 2 values, but there are 1 columns');
  });

  test('names columns that have no name, or the name of another', () => {
    expect(parseTable('a,,a,a\n1,2,3,4').columns).toEqual(['a', 'column_2', 'a_2', 'a_3']);
    const { columns, data } = parseTable('__proto__,constructor\n1,2');
    expect(columns).toEqual(['column_1', 'constructor']);
    expect(Object.getPrototypeOf(data[0])).toBe(Object.prototype);
  });

  test('accepts a byte order mark, and a table without rows', () => {
    expect(parseTable('\uFEFFa,b')).toMatchObject({ row_count: 0, columns: ['a', 'b'], data: [] });
  });
});

test('the action explains what is wrong with the text', async () => {
  expect(await runExample(parseCsv, { data: 'a\n1' })).toMatchObject({ success: true });
  expect(await runExample(parseCsv, { data: '\n\n' })).toBe('Error: there is no header line');
  expect(await runExample(parseCsv, { data: 'a"b' })).toBe('Error: line 1 has a quote in the wrong place');
  expect(await runExample(parseCsv, { data: 'a,'.repeat(200) })).toBe('Error: there are more than 200 columns');
  expect(await runExample(parseCsv, { data: `a\n${'1\n'.repeat(10_001)}` })).toBe(
    'Error: there are more than 10000 rows',
  );
  for (const input of [{}, { data: '' }, { data: 'x'.repeat(1_000_001) }]) {
    await expect(runExample(parseCsv, input)).rejects.toMatchObject({ code: 'action_failed' });
  }
});

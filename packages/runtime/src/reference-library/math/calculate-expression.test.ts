import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runExample } from '../__fixtures__/run-example.ts';
import { calculate, calculateExpression } from './calculate-expression.ts';
import { CalculationError } from './calculation-error.ts';

test.each([
  ['1 + 1', '2'],
  ['2+3*4', '14'],
  ['(2+3)*4', '20'],
  ['0.1 + 0.2', '0.3'],
  ['1/4', '0.25'],
  ['1/3', `0.${'3'.repeat(64)}`],
  ['2/3', `0.${'6'.repeat(63)}7`],
  ['1/3*3', '1'],
  ['7 // 2', '3'],
  ['-7 // 2', '-4'],
  ['7 // -2', '-4'],
  ['7 % 3', '1'],
  ['-7 % 3', '2'],
  ['7 % -3', '-2'],
  ['7.5 % 2', '1.5'],
  ['2 ** 10', '1024'],
  ['2 ^ 10', '1024'],
  ['2 ** 3 ** 2', '512'],
  ['-2 ** 2', '-4'],
  ['(-2) ** 2', '4'],
  ['2 ** -2', '0.25'],
  ['2 ** - - 2', '4'],
  ['(2/3) ** -3', '3.375'],
  ['0 ** 0', '1'],
  ['5 ** 0', '1'],
  ['1 ** 99999999999999999999', '1'],
  ['(-1) ** 99999999999999999999', '-1'],
  ['(-1) ** 99999999999999999998', '1'],
  ['0 ** 99999999999999999999', '0'],
  ['--5', '5'],
  ['-+-5', '5'],
  ['3 - -3', '6'],
  ['10 - 2 - 3', '5'],
  ['100 / 10 / 2', '5'],
  ['1_000_000 * 3', '3000000'],
  ['.5 + 5.', '5.5'],
  ['1.5e3', '1500'],
  ['2e-3', '0.002'],
  ['2E+2', '200'],
  ['6 × 7 ÷ 2 − 1', '20'],
  ['  ( ( 1 ) )  ', '1'],
  ['10 ** 100', `1${'0'.repeat(100)}`],
  ['2 ** 8000 / 2 ** 7990', '1024'],
  ['1e300 * 1e300', `1${'0'.repeat(600)}`],
  ['pi', '3.1415926535897932384626433832795028841971693993751058209749445923'],
  ['PI * 0 + 1', '1'],
  ['tau / pi', '2'],
])('%s = %s', (expression, result) => {
  expect(calculate(expression).result).toBe(result);
});

describe('the answer of the calculator', () => {
  test('the answer has the keys that agents know', () => {
    expect(calculate(' 22 / 7 ', 4)).toEqual({
      expression: '22 / 7',
      result: '3.142857142857142857142857142857142857142857142857142857142857143',
      formatted_result: '3.1429',
      precision: 4,
      is_integer: false,
    });
    expect(calculate('6 / 2')).toEqual({
      expression: '6 / 2',
      result: '3',
      formatted_result: '3',
      precision: null,
      is_integer: true,
    });
  });

  test.each([
    ['0.125', 2, '0.12'],
    ['0.375', 2, '0.38'],
    ['2.5', 0, '2'],
    ['3.5', 0, '4'],
    ['-2.5', 0, '-2'],
    ['-0.001', 2, '0.00'],
    ['1/3', 12, '0.333333333333'],
    ['5', 3, '5.000'],
    ['0.995', 2, '1.00'],
    ['-1/8', 2, '-0.12'],
  ])('%s with %i decimals is %s', (expression, precision, formatted) => {
    expect(calculate(expression, precision).formatted_result).toBe(formatted);
  });
});

test.each([
  ['', 'the expression is empty'],
  ['   ', 'the expression is empty'],
  ['1 +', 'the expression ends too early'],
  ['(1', 'a parenthesis is not closed'],
  ['1)', 'invalid syntax at ")"'],
  ['* 2', 'invalid syntax at "*"'],
  ['1 2', 'invalid syntax at "2"'],
  ['2pi', 'invalid syntax at "pi"'],
  ['1 + $', 'invalid syntax at "$"'],
  ['1; process.exit()', 'invalid syntax at "; process.exit()"'],
  ['x + 1', 'unknown constant "x"'],
  ['constructor', 'unknown constant "constructor"'],
  ['__proto__', 'invalid syntax at "__proto__"'],
  ['1 / 0', 'division by zero'],
  ['1 // 0', 'division by zero'],
  ['1 % 0', 'division by zero'],
  ['0 ** -1', 'division by zero'],
  ['1 / (2 - 2)', 'division by zero'],
  ['2 ** 0.5', 'an exponent must be a whole number'],
  ['2 ** pi', 'an exponent must be a whole number'],
  ['9 ** 9 ** 9 ** 9', 'the numbers become too large'],
  ['2 ** 100000000', 'the numbers become too large'],
  ['(1/3) ** 100000000', 'the numbers become too large'],
  ['10 ** 5000', 'the numbers become too large'],
  ['1e9999', 'the numbers become too large'],
  ['1e-9999', 'the numbers become too large'],
  ['1e99999', 'the numbers become too large'],
  ['('.repeat(200) + '1' + ')'.repeat(200), 'the expression is nested too deeply'],
  [`2${' ** 1'.repeat(90)}`, 'the expression is nested too deeply'],
])('%s has no value: %s', (expression, message) => {
  expect(() => calculate(expression)).toThrow(new CalculationError(message));
});

describe('the calculate action', () => {
  test('returns errors as results', async () => {
    expect(await runExample(calculateExpression, { expression: '1/0' })).toBe('Error: division by zero');
    expect(await runExample(calculateExpression, { expression: '6*7', precision: null })).toMatchObject({
      result: '42',
    });
  });

  test('refuses other input', async () => {
    for (const input of [{}, { expression: 5 }, { expression: '1'.repeat(501) }, { expression: '1', precision: 13 }]) {
      await expect(runExample(calculateExpression, input)).rejects.toMatchObject({ code: 'action_failed' });
    }
  });

  test.each([
    Array.from({ length: 40 }, (_, index) => `1/${3 + 2 * index}**300`).join('+'),
    `(7**2000/3**2000)${'*(7/3)'.repeat(70)}`,
    `1.${'3'.repeat(480)}**20`,
    '9**2500*'.repeat(60).slice(0, -1),
    '-'.repeat(499) + '1',
    '('.repeat(250),
    '1'.repeat(500),
    `${'9'.repeat(240)}%${'7'.repeat(240)}`,
  ])('spends little time on %s', async (expression) => {
    const begin = performance.now();
    await runExample(calculateExpression, { expression: expression.slice(0, 500) });
    expect(performance.now() - begin).toBeLessThan(15_000);
  });
});

describe('calculation in general', () => {
  const small = fc.integer({ min: -1000, max: 1000 });

  test('treats whole numbers as JavaScript does', () => {
    fc.assert(
      fc.property(small, small, small, (a, b, c) => {
        expect(calculate(`(${a}) + (${b}) * (${c})`).result).toBe(String(a + b * c));
        expect(calculate(`(${a}) - (${b}) - (${c})`).result).toBe(String(a - b - c));
        expect(b === 0 || calculate(`(${a}) // (${b})`).result === String(Math.floor(a / b) + 0)).toBe(true);
      }),
    );
  });

  test('whole division matches the remainder', () => {
    const decimal = fc.tuple(small, fc.integer({ min: 1, max: 99 })).map(([whole, part]) => `(${whole} + 0.${part})`);
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(calculate(`${a} // ${b} * ${b} + ${a} % ${b} - ${a}`).result).toBe('0');
      }),
    );
  });

  test('calculates or refuses any text', () => {
    const piece = fc.constantFrom(
      '1',
      '23',
      '.5',
      '1e9',
      '+',
      '-',
      '*',
      '/',
      '//',
      '%',
      '**',
      '(',
      ')',
      'pi',
      'x',
      ' ',
      '_',
    );
    const text = fc.oneof(
      fc.string(),
      fc.array(piece, { maxLength: 30 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (expression) => {
        try {
          expect(calculate(expression).result).toMatch(/^-?\d+(\.\d+)?$/);
        } catch (error) {
          if (!(error instanceof CalculationError)) throw error;
        }
      }),
    );
  });
});

test('the constants are right', () => {
  const scale = 10n ** 110n;
  const arctanOfInverse = (x: bigint): bigint => {
    let [sum, term, n] = [0n, scale / x, 1n];
    while (term !== 0n) {
      sum += (n % 4n === 1n ? 1n : -1n) * (term / n);
      term /= x * x;
      n += 2n;
    }
    return sum;
  };
  // Machin's formula, and the series of the exponential function.
  const pi = 4n * (4n * arctanOfInverse(5n) - arctanOfInverse(239n));
  let [e, term] = [0n, scale];
  for (let n = 1n; term !== 0n; n += 1n) {
    e += term;
    term /= n;
  }
  const digits = (value: bigint): string => value.toString().slice(0, 64);
  const known = (name: string): string => calculate(name).result.replace('.', '');
  expect(digits(pi).slice(0, 63)).toBe(known('pi').slice(0, 63));
  expect(digits(2n * pi).slice(0, 63)).toBe(known('tau').slice(0, 63));
  expect(digits(e).slice(0, 63)).toBe(known('e').slice(0, 63));
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CalculationError } from './calculation-error.ts';
import { tokenize } from './tokenize.ts';

function texts(expression: string): string[] {
  return tokenize(expression).map(({ text }) => text);
}

test.each([
  ['1+2', ['1', '+', '2']],
  ['  1 +\n2\t', ['1', '+', '2']],
  ['2**3//4', ['2', '**', '3', '//', '4']],
  ['2***3', ['2', '**', '*', '3']],
  ['1.5e-3', ['1.5e-3']],
  ['1e5', ['1e5']],
  ['1e', ['1', 'e']],
  ['.5', ['.5']],
  ['5.', ['5.']],
  ['1_000', ['1_000']],
  ['1..2', ['1.', '.2']],
  ['2pi', ['2', 'pi']],
  ['(a)', ['(', 'a', ')']],
  ['3×4÷2−1^2', ['3', '*', '4', '/', '2', '-', '1', '**', '2']],
  ['', []],
  ['   ', []],
])('tokenize splits %j into tokens', (expression, expected) => {
  expect(texts(expression)).toEqual(expected);
});

test.each(['$', '1 $ 2', '1,000', '"1"', 'a_b', '１', '\u0000', '[]', '{}', '1;2', '=', '!'])(
  'tokenize refuses %j',
  (text) => {
    expect(() => tokenize(text)).toThrow(CalculationError);
  },
);

test('every token has a kind', () => {
  expect(tokenize('2 * pi').map(({ kind }) => kind)).toEqual(['number', 'sign', 'name']);
});

test('tokenize loses nothing but spaces', () => {
  const piece = fc.constantFrom('1', '2.5', '.5', '+', '-', '*', '/', '%', '(', ')', 'pi', ' ', '1e5');
  fc.assert(
    fc.property(fc.array(piece), (parts) => {
      expect(texts(parts.join('')).join('')).toBe(parts.join('').replaceAll(' ', ''));
    }),
  );
});

import { CalculationError } from './calculation-error.ts';

export type Token =
  | { readonly kind: 'number'; readonly text: string }
  | { readonly kind: 'name'; readonly text: string }
  | { readonly kind: 'sign'; readonly text: '+' | '-' | '*' | '/' | '//' | '%' | '**' | '(' | ')' };

/** Numbers may have group marks and an exponent: 1_000, .5, 2.5e-3. */
const TOKEN =
  /\s*(?:(\d[\d_]*\.?\d*(?:[eE][+-]?\d{1,4})?|\.\d+(?:[eE][+-]?\d{1,4})?)|([A-Za-z]+)|(\*\*|\/\/|[-+*/%()]))/y;

/**
 * Splits an expression into its parts.
 *
 * @example
 * tokenize('2 * pi'); // number 2, sign *, name pi
 */
export function tokenize(expression: string): Token[] {
  // The signs that people and models write for the ones on a keyboard.
  const text = expression
    .replaceAll('×', '*')
    .replaceAll('÷', '/')
    .replaceAll('−', '-')
    .replaceAll('^', '**')
    .trimEnd();
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (match === null)
      throw new CalculationError(`invalid syntax at ${JSON.stringify(text.slice(at).trim().slice(0, 20))}`);
    const [, number, name, sign] = match;
    if (number !== undefined) tokens.push({ kind: 'number', text: number });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else tokens.push({ kind: 'sign', text: sign as Extract<Token, { kind: 'sign' }>['text'] });
  }
  return tokens;
}

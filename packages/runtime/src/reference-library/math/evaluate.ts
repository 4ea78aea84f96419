import { CalculationError } from './calculation-error.ts';
import {
  add,
  divide,
  divideWhole,
  type Fraction,
  multiply,
  negate,
  power,
  remainder,
  subtract,
  toFraction,
} from './fraction.ts';
import { type Token, tokenize } from './tokenize.ts';

/** A hundred digits each: far more than anybody reads, and exact enough for everything in between. */
const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['pi', '3.1415926535897932384626433832795028841971693993751058209749445923078164062862089986280348253421170680'],
  ['e', '2.7182818284590452353602874713526624977572470936999595749669676277240766303535475945713821785251664274'],
  ['tau', '6.2831853071795864769252867665590057683943387987502116419498891846156328125724179972560696506842341360'],
]);

const MAX_DEPTH = 50;

/**
 * The exact value of an arithmetic expression: `+ - * / // % **`, parentheses, and the constants `pi`, `e` and `tau`.
 *
 * @example
 * evaluate('1/3 + 1/6'); // { top: 1n, bottom: 2n }
 */
export function evaluate(expression: string): Fraction {
  const tokens = tokenize(expression);
  if (tokens.length === 0) throw new CalculationError('the expression is empty');
  const parser = new Parser(tokens);
  const value = parser.sum();
  parser.end();
  return value;
}

const SUMS: ReadonlyMap<string, (a: Fraction, b: Fraction) => Fraction> = new Map([
  ['+', add],
  ['-', subtract],
]);
const PRODUCTS: ReadonlyMap<string, (a: Fraction, b: Fraction) => Fraction> = new Map([
  ['*', multiply],
  ['/', divide],
  ['//', divideWhole],
  ['%', remainder],
]);

/** Computes while it reads: each method takes one level of binding, the loosest first. */
class Parser {
  readonly #tokens: readonly Token[];
  #position = 0;
  #depth = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  sum(): Fraction {
    let value = this.#product();
    for (let operation = this.#take(SUMS); operation !== undefined; operation = this.#take(SUMS)) {
      value = operation(value, this.#product());
    }
    return value;
  }

  end(): void {
    const token = this.#tokens[this.#position];
    if (token !== undefined) throw new CalculationError(`invalid syntax at ${JSON.stringify(token.text)}`);
  }

  #product(): Fraction {
    let value = this.#signed();
    for (let operation = this.#take(PRODUCTS); operation !== undefined; operation = this.#take(PRODUCTS)) {
      value = operation(value, this.#signed());
    }
    return value;
  }

  /** A sign binds looser than a power: -2**2 is -4. */
  #signed(): Fraction {
    let negative = false;
    for (let sign = this.#takeSign('+', '-'); sign !== undefined; sign = this.#takeSign('+', '-')) {
      negative = negative !== (sign === '-');
    }
    const value = this.#power();
    return negative ? negate(value) : value;
  }

  /** Powers are read from the right: 2**3**2 is 2**9. */
  #power(): Fraction {
    const base = this.#atom();
    return this.#takeSign('**') === undefined
      ? base
      : power(
          base,
          this.#deeper(() => this.#signed()),
        );
  }

  #atom(): Fraction {
    const token = this.#tokens[this.#position];
    if (token === undefined) throw new CalculationError('the expression ends too early');
    this.#position += 1;
    if (token.kind === 'number') return toNumber(token.text);
    if (token.kind === 'name') return toConstant(token.text);
    if (token.text !== '(') throw new CalculationError(`invalid syntax at ${JSON.stringify(token.text)}`);
    const value = this.#deeper(() => this.sum());
    if (this.#takeSign(')') === undefined) throw new CalculationError('a parenthesis is not closed');
    return value;
  }

  #deeper<Value>(read: () => Value): Value {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new CalculationError('the expression is nested too deeply');
    const value = read();
    this.#depth -= 1;
    return value;
  }

  #take<Value>(operations: ReadonlyMap<string, Value>): Value | undefined {
    const token = this.#tokens[this.#position];
    const operation = token?.kind === 'sign' ? operations.get(token.text) : undefined;
    if (operation !== undefined) this.#position += 1;
    return operation;
  }

  #takeSign<Sign extends string>(...signs: Sign[]): Sign | undefined {
    return this.#take(new Map(signs.map((sign) => [sign, sign])));
  }
}

function toConstant(name: string): Fraction {
  const text = CONSTANTS.get(name.toLowerCase());
  if (text === undefined) throw new CalculationError(`unknown constant ${JSON.stringify(name)}`);
  return toNumber(text);
}

function toNumber(text: string): Fraction {
  const [mantissa = '', exponent = '0'] = text.replaceAll('_', '').toLowerCase().split('e');
  const [whole = '', decimals = ''] = mantissa.split('.');
  const value = toFraction(BigInt(`${whole}${decimals}`), 10n ** BigInt(decimals.length));
  return exponent === '0' ? value : multiply(value, power(toFraction(10n), toFraction(BigInt(exponent))));
}

import { action } from '../../definitions/action.ts';
import { z } from 'zod';
import { CalculationError } from './calculation-error.ts';
import { evaluate } from './evaluate.ts';
import { toDecimal, toFixed } from './to-decimal.ts';

/** What a calculation comes to. */
export type Calculation = {
  expression: string;
  /** As exact as it can be written. */
  result: string;
  /** Rounded to the precision asked for. */
  formatted_result: string;
  precision: number | null;
  is_integer: boolean;
};

/**
 * Calculates an expression exactly.
 *
 * @example
 * calculate('0.1 + 0.2'); // { result: '0.3', … }
 */
export function calculate(expression: string, precision?: number): Calculation {
  const value = evaluate(expression);
  const result = toDecimal(value);
  return {
    expression: expression.trim(),
    result,
    formatted_result: precision === undefined ? result : toFixed(value, precision),
    precision: precision ?? null,
    is_integer: value.bottom === 1n,
  };
}

/** `calculate_expression`: exact arithmetic with limits on the size of everything. */
export const calculateExpression = action({
  name: 'calculate_expression',
  description:
    'Calculate an arithmetic expression exactly. Knows + - * / // % **, parentheses and the constants pi, e and tau.',
  parameters: z.object({
    expression: z.string().max(500).describe('Such as (3 + 4) * 2 ** 10 / 7.'),
    precision: z.int().min(0).max(12).nullish().describe('How many decimals the formatted result has.'),
  }),
  idempotent: true,
  execute: ({ expression, precision }) => {
    try {
      return calculate(expression, precision ?? undefined);
    } catch (error) {
      if (error instanceof CalculationError) return `Error: ${error.message}`;
      throw error;
    }
  },
});

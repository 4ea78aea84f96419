import { specialistScript } from '../scripting/specialist-script.ts';
import type { Calculation } from '@posthouse/runtime/reference-library';

/** Plays the calculator: every expression in the request, each with its result. */
export const mathScript = specialistScript(({ body }, find) => {
  const expressions = toExpressions(body);
  if (expressions.length === 0) return 'I need an expression to calculate, such as 2 * (3 + 4).';
  const inputs = expressions.map((expression) => ({ expression, precision: null }));
  const results = inputs.map((input) => find('calculate_expression', input));
  if (results.includes(undefined)) return inputs.map((input) => ({ name: 'calculate_expression', input }));
  return results
    .map((result, index) => {
      const value = result!.ok ? (result!.json as Calculation).result : result!.text;
      return `${expressions[index]} = ${value}`;
    })
    .join('\n');
});

/** Longer texts are no sums. */
const MAX_LENGTH = 2_000;

/**
 * The expressions in a text: stretches of numbers and signs with at least one operation between two numbers. A share of
 * something is one too.
 */
export function toExpressions(text: string): string[] {
  const sums = text.slice(0, MAX_LENGTH).replace(/(\d[\d.]*)\s*(?:%|percent) of (\d[\d ,]*\d|\d)/gi, toShare);
  const stretches = sums.match(/[-(]?[\d(][\d\s.()+*/%^×÷−-]*[\d)]/g) ?? [];
  return [...new Set(stretches.map((stretch) => stretch.trim()).filter(isExpression))];
}

function toShare(_share: string, percent: string, whole: string): string {
  return `${percent} / 100 * ${whole.replace(/[ ,]/g, '')}`;
}

function isExpression(stretch: string): boolean {
  const isDate = /^\d+-\d+-\d+$/.test(stretch);
  return !isDate && /[\d)]\s*[-+*/%^×÷−]+\s*[-(\d]/.test(stretch);
}

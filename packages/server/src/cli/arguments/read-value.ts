import { UsageError } from '../usage-error.ts';
import type { OptionSpec } from './command-spec.ts';

/** The value of an option from the text that was typed. Throws a `UsageError` for one that the option does not take. */
export function readValue(name: string, option: Exclude<OptionSpec, { kind: 'flag' }>, text: string): string | number {
  if (option.kind === 'number') return readNumber(name, option, text);
  if (option.kind === 'text' && option.choices !== undefined && !option.choices.includes(text)) {
    throw new UsageError(`--${name} is one of ${option.choices.join(', ')}, not '${text}'.`, {
      unknown: { word: text, known: option.choices },
    });
  }
  return text;
}

function readNumber(name: string, option: OptionSpec & { kind: 'number' }, text: string): number {
  const { integer, least = Number.NEGATIVE_INFINITY, most = Number.POSITIVE_INFINITY } = option;
  // Number() is too friendly: it takes an empty text for 0 and knows hexadecimal.
  const value = /^-?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value) && value >= least && value <= most && (integer !== true || Number.isInteger(value))) {
    return value;
  }
  const range = Number.isFinite(most)
    ? ` from ${least} to ${most}`
    : Number.isFinite(least)
      ? ` of at least ${least}`
      : '';
  throw new UsageError(`--${name} must be a${integer === true ? ' whole' : ''} number${range}, not '${text}'.`);
}

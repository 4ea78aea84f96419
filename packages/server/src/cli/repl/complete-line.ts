import type { CommandSpec, Completion } from '../arguments/command-spec.ts';
import { quoteWord, splitLine } from './split-words.ts';

/** What there is to complete with. */
export type Known = Readonly<Record<Completion, readonly string[]>>;

/** A command of the prompt as completion needs it: its names and what it takes. */
export type Completable = { names: readonly string[]; spec: CommandSpec };

/**
 * What the last word of a line could become, and the part of the line that is replaced by it.
 *
 * @example completeLine('mess', commands, known) // [['message ', 'message-stream ', 'message-interswarm '], 'mess']
 */
export function completeLine(line: string, commands: readonly Completable[], known: Known): [string[], string] {
  const { words, lastStart } = splitLine(line);
  const typed = line.slice(lastStart);
  const partial = typed === '' ? '' : (words.at(-1) ?? '');
  const before = typed === '' ? words : words.slice(0, -1);
  const candidates =
    before.length === 0 ? commands.map(({ names }) => names[0]!) : candidatesFor(before, partial, commands, known);
  const matching = [...new Set(candidates)].filter((candidate) => candidate.startsWith(partial));
  return [matching.map((candidate) => `${quoteWord(candidate)} `), typed];
}

function candidatesFor(
  [name, ...given]: readonly string[],
  partial: string,
  commands: readonly Completable[],
  known: Known,
): readonly string[] {
  const spec = commands.find(({ names }) => names.includes(name!))?.spec;
  if (spec === undefined) return [];
  const options = Object.entries(spec.options);
  const find = (word: string | undefined) =>
    options.find(([long, { short }]) => word === `--${long}` || (short !== undefined && word === `-${short}`))?.[1];
  const awaiting = find(given.at(-1));
  if (awaiting !== undefined && awaiting.kind !== 'flag') {
    if (awaiting.kind === 'text' && awaiting.choices !== undefined) return awaiting.choices;
    return awaiting.completes === undefined ? [] : known[awaiting.completes];
  }
  if (partial.startsWith('-')) return options.map(([long]) => `--${long}`);
  const values = given.filter((_, index) => isValueOf(find(given[index - 1])));
  const position = given.filter((word) => find(word) === undefined).length - values.length;
  const place = spec.arguments[position] ?? (spec.arguments.at(-1)?.rest === true ? spec.arguments.at(-1) : undefined);
  return place?.completes === undefined ? [] : known[place.completes];
}

function isValueOf(option: CommandSpec['options'][string] | undefined): boolean {
  return option !== undefined && option.kind !== 'flag';
}

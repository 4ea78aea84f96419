import { UsageError } from '../usage-error.ts';
import type { CommandSpec, OptionSpec, OptionSpecs, OptionValues } from './command-spec.ts';

export type ParsedArguments<Options extends OptionSpecs> = {
  values: OptionValues<Options>;
  /** The words without a dash, in order. */
  words: string[];
  /** Whether the command's help is asked for; nothing else has been checked then. */
  help: boolean;
};

/**
 * Reads the words of a command line the way MAIL's own command does: `--name value`, `--name=value`, short forms of one
 * or more letters, and single letters run together (`-rd`). Throws a `UsageError`.
 *
 * @example
 * parseArguments(spec, ['-p', '8001', '-rf', 'peers.json']).values // { port: 8001, 'swarm-registry': 'peers.json' }
 */
export function parseArguments<Options extends OptionSpecs>(
  spec: CommandSpec<Options>,
  given: readonly string[],
): ParsedArguments<Options> {
  const { options } = spec;
  if (asksForHelp(options, given)) return { values: {}, words: [], help: true };
  const values: Record<string, unknown> = {};
  const words: string[] = [];
  const left = [...given];
  for (let word = left.shift(); word !== undefined; word = left.shift()) {
    if (word === '--') {
      words.push(...left.splice(0));
    } else if (!isOption(word)) {
      words.push(word);
    } else {
      for (const { name, attached, says } of findOptions(spec, word)) {
        const option = options[name]!;
        const value =
          option.kind === 'flag' ? says : readValue(name, option, attached ?? takeNext(name, options, left));
        values[name] = option.kind === 'texts' ? [...((values[name] as string[]) ?? []), value] : value;
      }
    }
  }
  checkCount(spec, words);
  return { values: values as OptionValues<Options>, words, help: false };
}

/** A dash alone stands for the standard input, and `-5` is a number. */
function isOption(word: string): boolean {
  return /^-[^\d.]/.test(word);
}

function asksForHelp(options: OptionSpecs, given: readonly string[]): boolean {
  const end = given.indexOf('--');
  return (end === -1 ? given : given.slice(0, end)).some(
    (word, index) => (word === '--help' || word === '-h') && !isValue(options, given[index - 1]),
  );
}

/** Whether the word after this one belongs to it. */
function isValue(options: OptionSpecs, before: string | undefined): boolean {
  const found = before === undefined ? undefined : findExact(options, before);
  return found !== undefined && options[found]!.kind !== 'flag';
}

function findExact(options: OptionSpecs, word: string): string | undefined {
  if (word.startsWith('--')) return Object.hasOwn(options, word.slice(2)) ? word.slice(2) : undefined;
  const short = word.slice(1);
  return Object.keys(options).find((name) => options[name]!.short === short);
}

type Found = { name: string; attached?: string; says: boolean };

/** The options that one word stands for: mostly one, more when single letters are run together. */
function findOptions(spec: CommandSpec, word: string): Found[] {
  const equals = word.indexOf('=');
  const head = equals === -1 ? word : word.slice(0, equals);
  const name = findExact(spec.options, head);
  if (name !== undefined) {
    if (equals === -1) return [{ name, says: true }];
    if (spec.options[name]!.kind === 'flag') throw new UsageError(`${head} takes no value.`);
    return [{ name, attached: word.slice(equals + 1), says: true }];
  }
  const denied = word.startsWith('--no-') ? word.slice('--no-'.length) : undefined;
  if (denied !== undefined && Object.hasOwn(spec.options, denied) && spec.options[denied]!.kind === 'flag') {
    return [{ name: denied, says: false }];
  }
  const letters = word.startsWith('--') ? undefined : findLetters(spec.options, word.slice(1));
  if (letters !== undefined) return letters;
  const known = Object.entries(spec.options).flatMap(([long, { short }]) => [
    `--${long}`,
    ...(short === undefined ? [] : [`-${short}`]),
  ]);
  throw new UsageError(`'${spec.name}' has no option ${head}.`, {
    unknown: { word: head, known },
    hint: `Put a text that begins with a dash after --.`,
  });
}

/** `-rd` is `-r -d`, and `-p8001` is `-p 8001`. */
function findLetters(options: OptionSpecs, letters: string): Found[] | undefined {
  const name = findExact(options, `-${letters.slice(0, 1)}`);
  if (name === undefined) return undefined;
  const rest = letters.slice(1);
  if (options[name]!.kind !== 'flag') return [{ name, attached: rest.replace(/^=/, ''), says: true }];
  if (rest === '') return [{ name, says: true }];
  const others = findLetters(options, rest);
  return others === undefined ? undefined : [{ name, says: true }, ...others];
}

function takeNext(name: string, options: OptionSpecs, left: string[]): string {
  const [next] = left;
  // Forgetting a value is likelier than a value that is spelt like one of our options.
  if (next === undefined || next === '--' || (isOption(next) && findExact(options, next) !== undefined)) {
    const { value } = options[name] as Exclude<OptionSpec, { kind: 'flag' }>;
    throw new UsageError(`--${name} needs a value: --${name} ${value}.`);
  }
  left.shift();
  return next;
}

function checkCount(spec: CommandSpec, words: readonly string[]): void {
  const missing = spec.arguments.filter(({ optional }) => optional !== true)[words.length];
  if (missing !== undefined) {
    throw new UsageError(`'${spec.name}' needs ${missing.name}: ${missing.about}.`, { hint: exampleHint(spec) });
  }
  if (spec.arguments.at(-1)?.rest === true || words.length <= spec.arguments.length) return;
  const extra = words[spec.arguments.length]!;
  const most = spec.arguments.length === 0 ? 'takes no argument' : `takes ${spec.arguments.length} at most`;
  throw new UsageError(`'${extra}' is one too many: '${spec.name}' ${most}.`, {
    hint: 'Put text with spaces in quotes.',
  });
}

function exampleHint({ examples }: CommandSpec): string | undefined {
  return examples[0] === undefined ? undefined : `For example: ${examples[0]}`;
}

/** The value of an option from the text that was typed. Throws a `UsageError` for one that the option does not take. */
function readValue(name: string, option: Exclude<OptionSpec, { kind: 'flag' }>, text: string): string | number {
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

import type { ArgumentSpec, CommandSpec, OptionSpec } from './command-spec.ts';

const WIDTH = 100;

/**
 * The help of one command: how to call it, what it does, its options, and examples.
 *
 * @example toHelp(spec, 'posthouse') // 'Usage: posthouse ping [URL] [options] …'
 */
export function toHelp(spec: CommandSpec, program: string): string {
  const options = { ...spec.options, help: { kind: 'flag', short: 'h', about: 'this text' } as OptionSpec };
  const call = [program, spec.name, ...spec.arguments.map(toPlace), '[options]'].filter((word) => word !== '');
  return [
    `Usage: ${call.join(' ')}`,
    wrap(spec.about, 0),
    toSection(
      'Arguments',
      spec.arguments.map(({ name, about }) => [name, about]),
    ),
    toSection(
      'Options',
      Object.entries(options)
        .filter(([, { isRare }]) => isRare !== true)
        .map(([name, option]) => [toForms(name, option), toAbout(option)]),
    ),
    wrap(spec.rareOptions ?? '', 0),
    `Examples:\n${spec.examples.map((example) => `  ${program === '' ? '' : `${program} `}${example}`).join('\n')}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

/** Two columns under a title; empty without rows. */
export function toSection(title: string, rows: readonly (readonly [string, string])[]): string {
  if (rows.length === 0) return '';
  const width = Math.min(34, Math.max(...rows.map(([left]) => left.length)));
  const lines = rows.map(([left, right]) => {
    const text = wrap(right, width + 4);
    return left.length > width ? `  ${left}\n${' '.repeat(width + 4)}${text}` : `  ${left.padEnd(width)}  ${text}`;
  });
  return `${title}:\n${lines.join('\n')}`;
}

function toPlace({ name, optional, rest }: ArgumentSpec): string {
  const shown = rest === true ? `${name}…` : name;
  return optional === true ? `[${shown}]` : shown;
}

function toForms(name: string, option: OptionSpec): string {
  const short = option.short === undefined ? '' : `-${option.short}, `;
  return `${short}--${name}${option.kind === 'flag' ? '' : ` ${option.value}`}`;
}

function toAbout(option: OptionSpec): string {
  const choices = option.kind === 'text' ? option.choices : undefined;
  return choices === undefined ? option.about : `${option.about} (${choices.join(', ')})`;
}

/** Breaks a text into lines that begin below each other; the first one begins where the caller stands. */
function wrap(text: string, indent: number): string {
  const lines: string[] = [''];
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!;
    if (line !== '' && indent + line.length + 1 + word.length > WIDTH) lines.push(word);
    else lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
  }
  return lines.join(`\n${' '.repeat(indent)}`);
}

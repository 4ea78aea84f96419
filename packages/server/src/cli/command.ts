import type { CommandSpec, OptionSpecs, OptionValues } from './arguments/command-spec.ts';
import type { Terminal } from './terminal/terminal.ts';

/** One call of a command: what was typed, and where. */
export type Call<Options extends OptionSpecs> = {
  values: OptionValues<Options>;
  words: string[];
  terminal: Terminal;
};

/** A command of the program; `run` gives its exit code. */
export type Command<Options extends OptionSpecs = OptionSpecs> = {
  spec: CommandSpec<Options>;
  /** What the overview says. */
  summary: string;
  run(call: Call<Options>): Promise<number>;
};

const COMMON = {
  'log-level': {
    kind: 'text',
    value: 'LEVEL',
    choices: ['debug', 'info', 'warn', 'error', 'silent'],
    about: 'how much is logged; debug also shows where an error came from',
  },
} as const satisfies OptionSpecs;

/**
 * Defines a command. Its options decide the type of what `run` gets; what every command has is added.
 *
 * @example
 * const echo = command({
 *   name: 'echo', summary: 'say it again', about: 'Says it again.', arguments: [], options: { loud: flag('louder') }, examples: ['echo --loud'],
 *   run: async ({ values }) => (values.loud === true ? 1 : 0),
 * });
 */
export function command<const Options extends OptionSpecs>({
  summary,
  run,
  ...spec
}: CommandSpec<Options> & { summary: string; run: (call: Call<Options & typeof COMMON>) => Promise<number> }): Command {
  // The parser gives each command the values of its own options, and nobody else calls `run`.
  return { summary, spec: { ...spec, options: { ...spec.options, ...COMMON } }, run: run as Command['run'] };
}

import { flag } from '../arguments/options.ts';
import type { CommandSpec, OptionSpecs, OptionValues } from '../arguments/command-spec.ts';
import type { ReplSession } from './repl-session.ts';

/** One call of a command at the prompt. */
export type ReplCall<Options extends OptionSpecs> = {
  values: OptionValues<Options>;
  words: string[];
  session: ReplSession;
  /** Whether the answer is wanted as it came. */
  verbose: boolean;
};

/** A command of the prompt, with all its names; the first one is shown. */
export type ReplCommand = {
  names: readonly [string, ...string[]];
  spec: CommandSpec;
  run(call: ReplCall<OptionSpecs>): Promise<void>;
};

const COMMON = {
  verbose: flag('show the raw answer', 'v'),
} as const satisfies OptionSpecs;

/** Defines a command of the prompt. */
export function replCommand<const Options extends OptionSpecs = Record<never, never>>(definition: {
  names: readonly [string, ...string[]];
  about: string;
  arguments?: CommandSpec['arguments'];
  options?: Options;
  example: string;
  run: (call: ReplCall<Options & typeof COMMON>) => Promise<void>;
}): ReplCommand {
  const { names, about, arguments: places = [], options, example, run } = definition;
  const spec: CommandSpec = {
    name: names[0],
    about,
    arguments: places,
    options: { ...options, ...COMMON },
    examples: [example],
  };
  // The parser gives each command the values of its own options, and nobody else calls `run`.
  return { names, spec, run: run as unknown as ReplCommand['run'] };
}

/** Whether a line with this command may be remembered in a file: some take tokens. */
export function isMemorable({ spec }: ReplCommand): boolean {
  return spec.arguments.every(({ secret }) => secret !== true);
}

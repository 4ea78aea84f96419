import { readFlags, toPort, CommandLineError } from './command-line.ts';

export const llmUsage = `Usage: posthouse-llm --script file.ts --port N [--host 127.0.0.1]

Answers OpenAI and Anthropic clients from a script, without a network.

  --script  a module whose default export is the script: a list of turns or a function
  --port    where to listen; 0 takes a free port
  --host    default: 127.0.0.1
  --help    this text`;

export type LLMCommand =
  | { readonly type: 'help' }
  | { readonly type: 'serve'; readonly script: string; readonly port: number; readonly host: string };

/** Reads the words of the command line. Throws a `CommandLineError`. */
export function parseLLMCommand(words: readonly string[]): LLMCommand {
  const { script, port, host, help } = readFlags({
    args: [...words],
    options: {
      script: { type: 'string' },
      port: { type: 'string' },
      host: { type: 'string', default: '127.0.0.1' },
      help: { type: 'boolean', short: 'h' },
    },
  }).values;
  if (help === true) return { type: 'help' };
  if (script === undefined) throw new CommandLineError('Name the script to play: --script file.ts');
  if (port === undefined) throw new CommandLineError('Name the port to listen on: --port 4010 (or 0 for a free port)');
  return { type: 'serve', script, port: toPort(port), host };
}

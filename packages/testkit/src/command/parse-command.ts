import { parseArgs } from 'node:util';
import { messageOf } from '@posthouse/protocol';

export const usage = `Usage: posthouse-llm --script file.ts --port N [--host 127.0.0.1]

Answers OpenAI and Anthropic clients from a script, without a network.

  --script  a module whose default export is the script: a list of turns or a function
  --port    where to listen; 0 takes a free port
  --host    default: 127.0.0.1
  --help    this text`;

/** A mistake in how the command was called: one sentence for whoever typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Command =
  | { readonly type: 'help' }
  | { readonly type: 'serve'; readonly script: string; readonly port: number; readonly host: string };

/** Reads the words of the command line. Throws a `UsageError`. */
export function parseCommand(words: readonly string[]): Command {
  const { script, port, host, help } = readFlags(words);
  if (help === true) return { type: 'help' };
  if (script === undefined) throw new UsageError('Name the script to play: --script file.ts');
  if (port === undefined) throw new UsageError('Name the port to listen on: --port 4010 (or 0 for a free port)');
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not '${port}'.`);
  }
  return { type: 'serve', script, port: Number(port), host };
}

function readFlags(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        script: { type: 'string' },
        port: { type: 'string' },
        host: { type: 'string', default: '127.0.0.1' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
}

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf } from '@posthouse/protocol';

/** A mistake in how a command was called: one sentence for whoever typed it. */
export class CommandLineError extends Error {
  override readonly name = 'CommandLineError';
}

/** What `parseArgs` reads. Throws a `CommandLineError`. */
export function readFlags<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new CommandLineError(messageOf(error), { cause: error });
  }
}

export function toPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new CommandLineError(`--port must be a number from 0 to 65535, not '${text}'.`);
}

import { parseArgs, type ParseArgsConfig } from 'node:util';
import { messageOf } from '@posthouse/protocol';

/** A mistake in how a command was called: one sentence for whoever typed it. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** What `parseArgs` reads. Throws a `UsageError`. */
export function readFlags<const Config extends ParseArgsConfig>(config: Config) {
  try {
    return parseArgs(config);
  } catch (error) {
    throw new UsageError(messageOf(error), { cause: error });
  }
}

export function toPort(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= 65_535) return Number(text);
  throw new UsageError(`--port must be a number from 0 to 65535, not '${text}'.`);
}

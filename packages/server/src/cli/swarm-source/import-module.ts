import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@posthouse/protocol';
import { UsageError } from '../usage-error.ts';

/** The exports of a module of the user's. Throws a `UsageError` that says why it could not be loaded. */
export async function importModule(path: string, shown: string): Promise<Readonly<Record<string, unknown>>> {
  if (!existsSync(path)) throw new UsageError(`There is no file '${shown}'.`);
  try {
    return (await import(/* @vite-ignore */ pathToFileURL(path).href)) as Record<string, unknown>;
  } catch (cause) {
    throw new UsageError(`'${shown}' cannot be loaded: ${reasonOf(cause)}`, { cause });
  }
}

/** The first line, without the file of ours that did the import: what is wrong with theirs is all that helps. */
function reasonOf(cause: unknown): string {
  const [line = ''] = messageOf(cause).split('\n', 1);
  return line.replace(/ imported from .*/, '');
}

import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@posthouse/protocol';
import type { Script } from '@posthouse/runtime/scripted';
import { checkScript } from '@posthouse/runtime/scripted/playing';
import { CommandLineError } from './command-line.ts';

/** The default export of a module, if it is a script. Throws a `CommandLineError` that says what is wrong with the file. */
export async function loadScript(file: string): Promise<Script> {
  const script = await importDefault(file);
  try {
    checkScript(script);
    return script;
  } catch (error) {
    throw new CommandLineError(`The default export of ${file} is not a script: ${lineOf(error)}`, { cause: error });
  }
}

async function importDefault(file: string): Promise<unknown> {
  let module: { readonly default?: unknown };
  try {
    module = await import(pathToFileURL(resolve(file)).href);
  } catch (error) {
    throw new CommandLineError(`The script ${file} cannot be loaded: ${lineOf(error)}`, { cause: error });
  }
  if (module.default === undefined) {
    throw new CommandLineError(`The script ${file} has no default export; write: export default [{ text: 'Hello' }];`);
  }
  return module.default;
}

/** The first line, without our file that did the import: only what is wrong with the user's file helps. */
function lineOf(error: unknown): string {
  const [line = ''] = messageOf(error).split('\n', 1);
  return line.replace(/ imported from .*/, '');
}

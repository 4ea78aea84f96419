import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { invalidConfiguration, messageOf, PosthouseError } from '@posthouse/protocol';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { LoadOptions } from './load-options.ts';
import { parseSwarmsJSON } from './parse-swarms-json.ts';

/**
 * Loads a swarms file. `module::` references stay in the folder of the file unless `root` names another one.
 *
 * @example const [swarm] = await loadSwarmsFile('swarms.json', { names: ['example'] });
 */
export async function loadSwarmsFile(path: string, options: LoadOptions = {}): Promise<SwarmDefinition[]> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const reason = messageOf(cause);
    throw invalidConfiguration(`the swarms file '${path}' cannot be read: ${reason}`, { cause });
  });
  try {
    // Files that went through a Windows editor begin with a byte order mark, which is not JSON.
    return await parseSwarmsJSON(text.replace(/^\uFEFF/, ''), { root: dirname(resolve(path)), ...options });
  } catch (error) {
    if (!PosthouseError.isInstance(error)) throw error;
    const { code, details } = error;
    throw new PosthouseError({ code, message: `${path}: ${error.message}`, details, cause: error });
  }
}

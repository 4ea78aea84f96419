import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { loadSwarmsFile, type ReferenceLibrary, type SwarmDefinition } from '@posthouse/runtime';
import { UsageError } from '../usage-error.ts';
import { loadModule } from './load-module.ts';

export type LoadSourceOptions = {
  folder: string;
  /** What `python::` and `library::` names stand for. */
  library: ReferenceLibrary;
  /** Hears of what is odd about the file but does no harm. */
  onWarning?: (warning: { path: string; message: string }) => void;
};

/**
 * The swarms of a file: JSON in the format of MAIL's reference, or a module that exports them.
 *
 * @example const swarms = await loadSource('swarms.json', { folder: process.cwd(), library });
 */
export async function loadSource(file: string, options: LoadSourceOptions): Promise<SwarmDefinition[]> {
  const { folder, library, onWarning } = options;
  const path = resolve(folder, file);
  if (!existsSync(path)) {
    throw new UsageError(`There is no swarms file '${file}' here.`, {
      hint: "'init' writes one to start from; --swarm-source names another one.",
    });
  }
  if (/\.[cm]?[jt]s$/.test(file)) return loadModule(path, file);
  const swarms = await loadSwarmsFile(path, { library, onWarning });
  if (swarms.length === 0) throw new UsageError(`There is no swarm in '${file}'.`);
  return swarms;
}

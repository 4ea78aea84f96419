import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import {
  type LoadOptions,
  loadSwarmsFile,
  type PythonBridge,
  type ReferenceLibrary,
  type SwarmDefinition,
} from '@posthouse/runtime';
import { UsageError } from '../usage-error.ts';
import { loadModule } from './load-module.ts';

export type LoadSourceOptions = {
  folder: string;
  /** Runs the Python code that the file names. */
  python?: PythonBridge;
  /** What `python::` and `library::` names stand for. */
  library: ReferenceLibrary;
  /** Reads `url::` references; without it there may be none. */
  fetchText?: LoadOptions['fetchText'];
  /** Hears of what is odd about the file but does no harm. */
  onWarning?: (warning: { path: string; message: string }) => void;
  /** Hears of swarms that cannot run here because there is no Python. */
  onUnavailable?: (swarm: string, reason: string) => void;
};

/**
 * The swarms of a file: JSON in the format of MAIL's reference, or a module that exports them.
 *
 * @example const swarms = await loadSource('swarms.json', { folder: process.cwd(), library });
 */
export async function loadSource(file: string, options: LoadSourceOptions): Promise<SwarmDefinition[]> {
  const { folder, library, python, fetchText, onWarning } = options;
  const path = resolve(folder, file);
  if (!existsSync(path)) {
    throw new UsageError(`There is no swarms file '${file}' here.`, {
      hint: "'init' writes one to start from; --swarm-source names another one.",
    });
  }
  if (/\.[cm]?[jt]s$/.test(file)) return loadModule(path, file);
  const unavailable = new Map<string, string>();
  const onUnavailable = (swarm: string, reason: string): void => void unavailable.set(swarm, reason);
  const swarms = await loadSwarmsFile(path, { library, python, fetchText, onWarning, onUnavailable });
  // Where nothing is left, the reason is the error, and need not be said before.
  if (swarms.length === 0) throw new UsageError(unavailable.values().next().value ?? `There is no swarm in '${file}'.`);
  for (const [swarm, reason] of unavailable) options.onUnavailable?.(swarm, reason);
  return swarms;
}

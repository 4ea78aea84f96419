import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { findRuntime } from '../driving/load-runtime.ts';

export interface FindExecutableOptions {
  /** A path, or a name to look for; `opencode` unless given. */
  readonly executable?: string | undefined;
  /** The variable `PATH` to search. */
  readonly path: string | undefined;
  /** A folder in whose `node_modules` the program may be. */
  readonly from?: string | undefined;
}

/**
 * The file of the program, or undefined. After the path comes the package with the program for this system: the one
 * that `opencode-ai` installs beside itself, whose own command works only where npm may run install scripts.
 */
export function findExecutable({ executable = 'opencode', path, from }: FindExecutableOptions): string | undefined {
  if (isAbsolute(executable)) return isProgram(executable) ? executable : undefined;
  const folders = (path ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = folders.map((folder) => join(folder, executable)).find(isProgram);
  if (onPath !== undefined || executable !== 'opencode') return onPath;
  const folder = findRuntime({ packageName: `opencode-${process.platform}-${process.arch}`, from });
  const packaged = folder && join(folder, 'bin', 'opencode');
  return packaged !== undefined && isProgram(packaged) ? packaged : undefined;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

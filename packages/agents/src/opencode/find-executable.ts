import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, dirname, isAbsolute, join } from 'node:path';
import { findPackage } from '../driving/load-package.ts';

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
 * that `opencode-ai` installs beside itself. The command of `opencode-ai`, which `npm run` puts on the path, comes last: it
 * only works where npm may run install scripts.
 */
export function findExecutable({ executable = 'opencode', path, from }: FindExecutableOptions): string | undefined {
  if (isAbsolute(executable)) return isProgram(executable) ? executable : undefined;
  const folders = (path ?? '').split(delimiter).filter((folder) => folder !== '');
  const found = folders.map((folder) => join(folder, executable)).filter(isProgram);
  if (executable !== 'opencode') return found[0];
  return found.find((file) => !isOfPackage(file)) ?? findPackaged(from) ?? found[0];
}

function findPackaged(from: string | undefined): string | undefined {
  const folder = findPackage({ packageName: `opencode-${process.platform}-${process.arch}`, from });
  const packaged = folder && join(folder, 'bin', 'opencode');
  return packaged !== undefined && isProgram(packaged) ? packaged : undefined;
}

/** Whether npm has put it there for a package. */
function isOfPackage(file: string): boolean {
  return dirname(file).endsWith(join('node_modules', '.bin'));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

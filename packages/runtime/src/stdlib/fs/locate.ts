import { realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { invalidConfiguration } from '@posthouse/protocol';
import { errorCodeOf } from './error-code-of.ts';
import { outside, parsePath } from './parse-path.ts';

/** Where a path leads: its nearest part that exists, free of links and below the root, and the names that are missing. */
export type Location = { readonly root: string; readonly real: string; readonly missing: readonly string[] };

/**
 * Follows a path below a root. Links are followed as long as they stay below it; throws when one leads out.
 *
 * @example
 * await locate('/data', 'new/a.txt'); // { root: '/data', real: '/data', missing: ['new', 'a.txt'] }
 */
export async function locate(root: string, path: string): Promise<Location> {
  const names = parsePath(path);
  const realRoot = await realpath(root).catch((cause: unknown) => {
    throw invalidConfiguration('The root directory of the file actions does not exist.', { cause });
  });
  for (let present = names.length; present >= 0; present -= 1) {
    const real = await realpathIfPresent(join(realRoot, ...names.slice(0, present)));
    if (real === undefined) continue;
    if (!isBelow(realRoot, real)) throw outside(path);
    return { root: realRoot, real, missing: names.slice(present) };
  }
  // The root was there a moment ago.
  throw outside(path);
}

/** Whether a path without links lies at or below a root without links. */
export function isBelow(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : `${root}${sep}`);
}

async function realpathIfPresent(path: string): Promise<string | undefined> {
  try {
    return await realpath(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(errorCodeOf(error))) return undefined;
    throw error;
  }
}

import { realpath, stat } from 'node:fs/promises';
import { isAbsolute, relative, resolve, sep, win32 } from 'node:path';
import { pathToFileURL } from 'node:url';
import { messageOf } from '@posthouse/protocol';
import { didYouMean } from '../definitions/closest-name.ts';

export type ExportReference = { root: string; file: string; exportName: string };

/**
 * Loads one export of a module below a folder. Throws when the file is elsewhere, is missing or has no such export.
 *
 * @example await importExport({ root: '/srv/swarm', file: './tools.ts', exportName: 'add' })
 */
export async function importExport({ root, file, exportName }: ExportReference): Promise<unknown> {
  const path = await locate(root, file);
  const module = await load(path, file);
  let value: unknown = module;
  for (const key of exportName.split('.')) {
    if (!hasOwn(value, key)) {
      const hint = didYouMean(key, hasKeys(value) ? Object.keys(value) : []);
      throw new TypeError(`'${file}' has no export '${exportName}'.${hint}`);
    }
    value = value[key];
  }
  return value;
}

/** The real path of a file that is inside of the folder, whatever links lie between. */
async function locate(root: string, file: string): Promise<string> {
  if (isAbsolute(file) || win32.isAbsolute(file) || /^[a-z][a-z+.-]+:/i.test(file)) {
    throw new TypeError(`'${file}' must be a path relative to the root folder`);
  }
  const folder = await realpath(root).catch((cause: unknown) => {
    throw new TypeError(`the root folder '${root}' cannot be read`, { cause });
  });
  const named = resolve(folder, file);
  if (!isInside(folder, named)) throw new TypeError(`'${file}' is outside of the root folder`);
  const path = await realpath(named).catch((cause: unknown) => {
    throw new TypeError(`there is no file '${file}' in the root folder`, { cause });
  });
  if (!isInside(folder, path)) throw new TypeError(`'${file}' is a link to somewhere outside of the root folder`);
  if (!(await stat(path)).isFile()) throw new TypeError(`'${file}' is not a file`);
  return path;
}

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function load(path: string, file: string): Promise<unknown> {
  try {
    // The real path is what was checked, so the real path is what is loaded.
    return await import(/* @vite-ignore */ pathToFileURL(path).href);
  } catch (cause) {
    const reason = messageOf(cause);
    throw new TypeError(`'${file}' cannot be loaded: ${reason}`, { cause });
  }
}

function hasKeys(value: unknown): value is Record<string, unknown> {
  return (typeof value === 'object' && value !== null) || typeof value === 'function';
}

function hasOwn(value: unknown, key: string): value is Record<string, unknown> {
  return hasKeys(value) && Object.hasOwn(value, key);
}

import { constants, existsSync } from 'node:fs';
import { open, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { isBelow } from './locate.ts';
import { outside } from './parse-path.ts';

const { O_DIRECTORY, O_RDONLY } = constants;
const DESCRIPTORS = '/proc/self/fd';

/** Whether the system tells where an open folder lies, and finds names in it whatever has become of its path. */
export const HOLDS_FOLDERS = existsSync(DESCRIPTORS);

/** A folder below the root, held open: names in it stay names in it, even if somebody puts a link in its place. */
export type Folder = AsyncDisposable & { at(name: string): string };

export type FolderOptions = {
  /** Without links. */
  readonly root: string;
  /** Where the folder is, without links. */
  readonly real: string;
  /** As the agent wrote it, for messages. */
  readonly path: string;
};

/**
 * Opens a folder and makes sure that what was opened lies below the root: between looking and opening, somebody may have
 * put a link there. Where the system cannot tell, this is only as good as the look before.
 */
export async function openFolder({ root, real, path }: FolderOptions): Promise<Folder> {
  if (!HOLDS_FOLDERS) return { at: (name) => join(real, name), [Symbol.asyncDispose]: () => Promise.resolve() };
  const handle = await open(real, O_RDONLY | O_DIRECTORY);
  try {
    const own = join(DESCRIPTORS, String(handle.fd));
    if (!isBelow(root, await readlink(own))) throw outside(path);
    return { at: (name) => join(own, name), [Symbol.asyncDispose]: () => handle.close() };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

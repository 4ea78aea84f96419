import { randomUUID } from 'node:crypto';
import { rename, unlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { type FolderOptions, openFolder } from './folder.ts';
import { openChecked } from './open-checked.ts';

export type ReplaceFileOptions = FolderOptions & {
  readonly content: string;
  /** The rights that the file had before. */
  readonly rights?: number;
};

/** How unfinished files are called; they are not shown to agents. */
export const UNFINISHED = /^\.posthouse-[\da-f-]{36}$/;

/**
 * Puts a file in place of another in one step: agents that write at the same time do not mix their words, and nobody
 * reads half a file. A link that somebody puts there meanwhile is replaced and not followed.
 */
export async function replaceFile({ root, real, path, content, rights }: ReplaceFileOptions): Promise<void> {
  const folderPath = dirname(real);
  const name = `.posthouse-${randomUUID()}`;
  await using folder = await openFolder({ root, real: folderPath, path });
  const unfinished = folder.at(name);
  try {
    await using file = await openChecked({ root, real: join(folderPath, name), path, folder, mode: 'create' });
    if (rights !== undefined) await file.chmod(rights);
    await file.writeFile(content);
    await rename(unfinished, folder.at(basename(real)));
  } catch (error) {
    await unlink(unfinished).catch(() => {});
    throw error;
  }
}

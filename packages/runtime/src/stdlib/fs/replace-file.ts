import { randomUUID } from 'node:crypto';
import { rename, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { openChecked } from './open-checked.ts';

export type ReplaceFileOptions = {
  /** Without links. */
  readonly root: string;
  /** Without links, below the root. */
  readonly real: string;
  /** As the agent wrote it, for messages. */
  readonly path: string;
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
  const unfinished = join(dirname(real), `.posthouse-${randomUUID()}`);
  try {
    await using file = await openChecked({ root, real: unfinished, path, mode: 'create' });
    if (rights !== undefined) await file.chmod(rights);
    await file.writeFile(content);
    await rename(unfinished, real);
  } catch (error) {
    await unlink(unfinished).catch(() => {});
    throw error;
  }
}

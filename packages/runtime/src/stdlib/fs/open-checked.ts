import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { ExpectedFailure } from '../expected-failure.ts';
import { type Folder, type FolderOptions, HOLDS_FOLDERS, openFolder } from './folder.ts';
import { isBelow } from './locate.ts';
import { outside } from './parse-path.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** No links at the end of the path, and no waiting for the other end of a pipe. */
const CAREFUL = (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

const MODES = {
  read: O_RDONLY | CAREFUL,
  create: O_WRONLY | O_CREAT | O_EXCL | CAREFUL,
};

export type OpenCheckedOptions = FolderOptions & {
  /** The folder that the file lies in, if it is held open already. */
  readonly folder?: Folder;
  readonly mode: keyof typeof MODES;
};

/**
 * Opens a file in a folder below the root. Where folders cannot be held open, makes sure that what was opened is the file at
 * that place: between looking and opening, somebody may have put a link there. The caller closes it.
 */
export async function openChecked(options: OpenCheckedOptions): Promise<FileHandle> {
  const { root, real, path, mode } = options;
  await using own = options.folder === undefined ? await openFolder({ root, real: dirname(real), path }) : undefined;
  const file = await open((options.folder ?? own)!.at(basename(real)), MODES[mode], 0o666);
  try {
    const opened = await file.stat({ bigint: true });
    if (!opened.isFile()) throw new ExpectedFailure(`${path} is not a file`);
    if (HOLDS_FOLDERS) return file;
    const now = await realpath(real);
    const there = await lstat(now, { bigint: true });
    const isSame = there.ino === opened.ino && there.dev === opened.dev;
    if (!isSame || !isBelow(root, now)) throw outside(path);
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

import { constants } from 'node:fs';
import { type FileHandle, lstat, open, realpath } from 'node:fs/promises';
import { ExpectedFailure } from '../expected-failure.ts';
import { isBelow } from './locate.ts';
import { outside } from './parse-path.ts';

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** No links at the end of the path, and no waiting for the other end of a pipe. */
const CAREFUL = (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0);

const MODES = {
  read: O_RDONLY | CAREFUL,
  create: O_WRONLY | O_CREAT | O_EXCL | CAREFUL,
};

export type OpenCheckedOptions = {
  /** Without links. */
  readonly root: string;
  /** Without links, below the root. */
  readonly real: string;
  /** As the agent wrote it, for messages. */
  readonly path: string;
  readonly mode: keyof typeof MODES;
};

/**
 * Opens a file and makes sure that what was opened is the file at that place below the root: between looking and opening,
 * somebody may have put a link there. The caller closes it.
 */
export async function openChecked({ root, real, path, mode }: OpenCheckedOptions): Promise<FileHandle> {
  const file = await open(real, MODES[mode], 0o666);
  try {
    const opened = await file.stat({ bigint: true });
    if (!opened.isFile()) throw new ExpectedFailure(`${path} is not a file`);
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

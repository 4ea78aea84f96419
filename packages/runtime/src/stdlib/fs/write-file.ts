import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Action } from '../../definitions/action.ts';
import { ExpectedFailure } from '../expected-failure.ts';
import { fsAction, type PathInput, pathParameter } from './fs-action.ts';
import type { FSSettings } from './fs-options.ts';
import { locate, type Location } from './locate.ts';
import { makeDirectories } from './make-directories.ts';
import { replaceFile } from './replace-file.ts';

/** `write_file`: replaces a file, or makes it with the directories it needs. */
export function writeFileAction({ root, maxBytes }: FSSettings): Action<PathInput & { content: string }> {
  return fsAction({
    name: 'write_file',
    description: 'Write a text file. Replaces what was there; makes missing directories.',
    parameters: z.object({ path: pathParameter, content: z.string({ error: '`content` must be a string' }) }),
    // Writing the same content again leaves the same file.
    idempotent: true,
    run: async ({ path, content }) => {
      if (Buffer.byteLength(content) > maxBytes) {
        throw new ExpectedFailure(`\`content\` is larger than ${maxBytes} bytes`);
      }
      const target = await toTarget(await locate(root, path), path);
      await replaceFile({ ...target, path, content });
      return `successfully wrote to ${path}`;
    },
  });
}

/** Where the content goes, and the rights of the file that is there already. */
async function toTarget(location: Location, path: string): Promise<{ root: string; real: string; rights?: number }> {
  const { root, real, missing } = location;
  const name = missing.at(-1);
  if (name !== undefined) {
    const parent = await makeDirectories({ ...location, missing: missing.slice(0, -1) }, path);
    return { root, real: join(parent, name) };
  }
  const present = await lstat(real);
  if (!present.isFile()) throw new ExpectedFailure(`${path} is not a file`);
  return { root, real, rights: present.mode & 0o777 };
}

import { lstat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Action } from '../../definitions/action.ts';
import { ExpectedFailure } from '../expected-failure.ts';
import { openFolder } from './folder.ts';
import { fsAction, type PathInput, pathParameter } from './fs-action.ts';
import type { FSSettings } from './fs-options.ts';
import { locate } from './locate.ts';
import { parsePath } from './parse-path.ts';

/** `delete_file`: removes a file; of a link to a file, the link. */
export function deleteFileAction({ root }: FSSettings): Action<PathInput> {
  return fsAction({
    name: 'delete_file',
    description: 'Delete a file.',
    parameters: z.object({ path: pathParameter }),
    // A second try would say that there is no such file, and the agent would think it never was there.
    idempotent: false,
    run: async ({ path }) => {
      const { real, missing } = await locate(root, path);
      if (missing.length > 0) throw new ExpectedFailure(`file not found at ${path}`);
      if (!(await lstat(real)).isFile()) throw new ExpectedFailure(`${path} is not a file`);
      const names = parsePath(path);
      const parent = await locate(root, join('.', ...names.slice(0, -1)));
      await using folder = await openFolder({ ...parent, path });
      await unlink(folder.at(names.at(-1)!));
      return `successfully deleted ${path}`;
    },
  });
}

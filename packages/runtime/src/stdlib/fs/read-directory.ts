import { lstat, opendir } from 'node:fs/promises';
import { z } from 'zod';
import type { Action } from '../../definitions/action.ts';
import { ExpectedFailure } from '../expected-failure.ts';
import { openFolder } from './folder.ts';
import { fsAction, type PathInput, pathParameter } from './fs-action.ts';
import type { FSSettings } from './fs-options.ts';
import { locate } from './locate.ts';
import { UNFINISHED } from './replace-file.ts';

/** `read_directory`: the names in a directory, sorted, one per line. */
export function readDirectoryAction({ root, maxBytes }: FSSettings): Action<PathInput> {
  return fsAction({
    name: 'read_directory',
    description: 'List the names in a directory, one per line. The working directory itself is ".".',
    parameters: z.object({ path: pathParameter }),
    idempotent: true,
    run: async ({ path }) => {
      const { missing, ...location } = await locate(root, path);
      if (missing.length > 0) throw new ExpectedFailure(`directory not found at ${path}`);
      if (!(await lstat(location.real)).isDirectory()) throw new ExpectedFailure(`${path} is not a directory`);
      await using folder = await openFolder({ ...location, path });
      const names: string[] = [];
      let size = 0;
      for await (const { name } of await opendir(folder.at('.'))) {
        if (UNFINISHED.test(name)) continue;
        names.push(name);
        size += Buffer.byteLength(name) + 1;
        if (size > maxBytes) throw new ExpectedFailure(`the names in ${path} are longer than ${maxBytes} bytes`);
      }
      return names.toSorted().join('\n');
    },
  });
}

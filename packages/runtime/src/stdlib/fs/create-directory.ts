import { lstat } from 'node:fs/promises';
import { z } from 'zod';
import type { Action } from '../../definitions/action.ts';
import { ExpectedFailure } from '../expected-failure.ts';
import { fsAction, type PathInput, pathParameter } from './fs-action.ts';
import type { FSSettings } from './fs-options.ts';
import { locate } from './locate.ts';
import { makeDirectories } from './make-directories.ts';

/** `create_directory`: makes a directory and those it lies in. */
export function createDirectoryAction({ root }: FSSettings): Action<PathInput> {
  return fsAction({
    name: 'create_directory',
    description: 'Create a directory, with the directories above it where they are missing.',
    parameters: z.object({ path: pathParameter }),
    // A second try would say that the directory exists already.
    idempotent: false,
    run: async ({ path }) => {
      const location = await locate(root, path);
      if (location.missing.length === 0) {
        const isDirectory = (await lstat(location.real)).isDirectory();
        throw new ExpectedFailure(
          isDirectory ? `directory already exists at ${path}` : `${path} is a file, not a directory`,
        );
      }
      await makeDirectories(location, path);
      return `successfully created directory at ${path}`;
    },
  });
}

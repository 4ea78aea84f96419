import { lstat, mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { ExpectedFailure } from '../expected-failure.ts';
import { errorCodeOf } from './error-code-of.ts';
import { openFolder } from './folder.ts';
import { isBelow, type Location } from './locate.ts';
import { outside } from './parse-path.ts';

/** Makes the missing directories of a location, one by one, and looks after each that it is still below the root. */
export async function makeDirectories({ root, real, missing }: Location, path: string): Promise<string> {
  if (!(await lstat(real)).isDirectory()) throw new ExpectedFailure(`${path} leads through a file`);
  let current = real;
  for (const name of missing) {
    const next = join(current, name);
    await using folder = await openFolder({ root, real: current, path });
    await mkdir(folder.at(name)).catch((error: unknown) => {
      // Somebody else may have made it in the meantime; the look below says whether it will do.
      if (errorCodeOf(error) !== 'EEXIST') throw error;
    });
    // A link that leads nowhere counts as missing and cannot be made: it has to go, or its end has to come.
    if ((await realpath(next).catch(() => '')) !== next) throw outside(path);
    if (!isBelow(root, next)) throw outside(path);
    current = next;
  }
  return current;
}

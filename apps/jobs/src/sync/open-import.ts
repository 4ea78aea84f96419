import { mkdir, realpath } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { JobsError } from '../errors/jobs-error.ts';

/**
 * The real place of a file or a folder below `import/` of the data folder. Whatever leads elsewhere, by dots or by a
 * link, is refused, because a token must not be a way to read the machine.
 */
export async function openImport(dataDir: string, path: string): Promise<string> {
  const wanted = join(dataDir, 'import');
  await mkdir(wanted, { recursive: true, mode: 0o700 });
  const folder = await realpath(wanted);
  const refuse = (cause?: unknown): never => {
    throw new JobsError('notInImport', { values: { path: path.slice(0, 100) }, cause });
  };
  if (path.includes('\0')) refuse();
  const real = await realpath(isAbsolute(path) ? path : join(folder, path)).catch(refuse);
  const below = relative(folder, real as string);
  if (below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)) refuse();
  return real as string;
}

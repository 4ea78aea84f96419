import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The version before this one, until there are releases: the last one whose tables were made by four steps. */
export const PREVIOUS = 'dab321e05d00880e1386557cd910d14d9f1c7a44';

const run = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const HERE = 'e2e/upgrades/__fixtures__';

/** The source of the earlier version, ready to run. */
export type PreviousVersion = AsyncDisposable & { folder: string };

/** Undefined when this copy of the repository does not have the history for it. */
export async function checkOutPrevious(): Promise<PreviousVersion | undefined> {
  const git = (words: string[], env = {}) => run('git', words, { cwd: ROOT, env: { ...process.env, ...env } });
  const isThere = await git(['cat-file', '-e', `${PREVIOUS}^{tree}`]).then(
    () => true,
    () => false,
  );
  if (!isThere) return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'posthouse-previous-'));
  // An index of its own: neither the work tree nor the branches of this copy are touched.
  const env = { GIT_INDEX_FILE: join(folder, '.index') };
  await git(['read-tree', PREVIOUS], env);
  await git(['checkout-index', '--all', `--prefix=${folder}/`], env);
  await installFrom(ROOT, folder);
  await mkdir(join(folder, HERE), { recursive: true });
  await cp(join(ROOT, HERE, 'desk-program.ts'), join(folder, HERE, 'desk-program.ts'));
  return { folder, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}

/** Uses the packages that are installed here, but our own ones from the folder. */
async function installFrom(root: string, folder: string): Promise<void> {
  const [source, target] = [root, folder].map((each) => join(each, 'node_modules'));
  await mkdir(join(target!, '@posthouse'), { recursive: true });
  for (const name of await readdir(source!)) {
    if (name !== '@posthouse') await symlink(join(source!, name), join(target!, name));
  }
  for (const name of await readdir(join(folder, 'packages'))) {
    await symlink(join(folder, 'packages', name), join(target!, '@posthouse', name));
  }
}

/** This version, as it stands here. */
export const CURRENT = { folder: ROOT };

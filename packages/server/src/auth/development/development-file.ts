import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

/** Where a server in development says how to reach it: `dev.json` in this folder below the one it was started in. */
export const DEVELOPMENT_FOLDER = '.posthouse';

const FILE = 'dev.json';

const noteSchema = z.object({
  url: z.string(),
  tokens: z.object({ user: z.string(), admin: z.string(), agent: z.string() }),
  pid: z.number(),
});

/** What the file says. */
export type DevelopmentNote = z.infer<typeof noteSchema>;

/** Writes the file for nobody but the owner to read, and keeps its folder out of version control. */
export async function writeDevelopmentFile(folder: string, note: DevelopmentNote): Promise<void> {
  const path = join(folder, FILE);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, '.gitignore'), '*\n');
  // Under a new name first: an older file may be readable for others, and nobody reads half of one.
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(note, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  await rename(draft, path);
}

/** What the file says, or undefined when there is none that can be used. */
export async function readDevelopmentFile(folder: string): Promise<DevelopmentNote | undefined> {
  try {
    return noteSchema.parse(JSON.parse(await readFile(join(folder, FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Removes the file, unless another server has written its own meanwhile. */
export async function removeDevelopmentFile(folder: string, note: DevelopmentNote): Promise<void> {
  const current = await readDevelopmentFile(folder);
  if (current?.tokens.user === note.tokens.user) await rm(join(folder, FILE), { force: true });
}

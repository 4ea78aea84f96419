import { randomUUID } from 'node:crypto';
import { chmod, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { type DevelopmentTokens, newDevelopmentTokens } from './development-authenticator.ts';

/** Where a server in development says how to reach it: `dev.json` in this folder below the one it was started in. */
export const DEVELOPMENT_FOLDER = '.posthouse';

const FILE = 'dev.json';
const TOKENS_FILE = 'dev-tokens.json';

const tokensSchema = z.object({ user: z.string().min(1), admin: z.string().min(1), agent: z.string().min(1) });
const noteSchema = z.object({ url: z.string(), tokens: tokensSchema, pid: z.number() });

/** What the file says. */
export type DevelopmentNote = z.infer<typeof noteSchema>;

/**
 * The tokens of the servers that are started in this folder: a page that is open, and a program that has one, work on after a
 * restart. Of two servers that start at the same moment, both have those of the first.
 */
export async function keepDevelopmentTokens(folder: string): Promise<DevelopmentTokens> {
  const path = join(folder, TOKENS_FILE);
  for (;;) {
    const kept = await readPrivate(path);
    if (kept !== undefined) return kept;
    const draft = await writeDraft(folder, TOKENS_FILE, newDevelopmentTokens());
    try {
      await link(draft, path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      // Another server was first, or what lies there is of no use.
      if ((await readPrivate(path)) === undefined) await rm(path, { force: true });
    } finally {
      await rm(draft, { force: true });
    }
  }
}

/** Undefined also when others could have read it: then they have these tokens. */
async function readPrivate(path: string): Promise<DevelopmentTokens | undefined> {
  try {
    await using file = await open(path);
    if (process.platform !== 'win32' && ((await file.stat()).mode & 0o077) !== 0) return undefined;
    return tokensSchema.parse(JSON.parse(await file.readFile('utf8')));
  } catch {
    return undefined;
  }
}

/** Writes the file for nobody but the owner to read, and keeps its folder out of version control. */
export async function writeDevelopmentFile(folder: string, note: DevelopmentNote): Promise<void> {
  await rename(await writeDraft(folder, FILE, note), join(folder, FILE));
}

/** Under a new name first: an older file may be readable for others, and nobody reads half of one. */
async function writeDraft(folder: string, name: string, value: unknown): Promise<string> {
  const draft = join(folder, `${name}.${randomUUID()}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await writeFile(join(folder, '.gitignore'), '*\n');
  await writeFile(draft, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  await chmod(draft, 0o600);
  return draft;
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
export async function removeDevelopmentFile(folder: string, { url, pid }: DevelopmentNote): Promise<void> {
  const current = await readDevelopmentFile(folder);
  if (current?.pid === pid && current.url === url) await rm(join(folder, FILE), { force: true });
}

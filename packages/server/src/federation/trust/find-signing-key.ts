import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { PosthouseError } from '@posthouse/protocol';
import { invalidConfiguration } from '@posthouse/protocol';
import { makePrivate, parseStoreURL } from '@posthouse/store';
import { SigningKey } from './signing-key.ts';

/** Where the key of a deployment may come from, strongest first. */
export type KeySource = {
  /** The key itself, as `MAIL_SIGNING_KEY` has it. */
  signingKey?: string;
  /** A file with the key. It is made when it is not there. */
  signingKeyFile?: string;
};

/** The key of this deployment: the given one, that of the file, or one that ends with the process. */
export async function findSigningKey({ signingKey, signingKeyFile: file }: KeySource): Promise<SigningKey> {
  if (signingKey !== undefined && signingKey.trim() !== '') return SigningKey.from(signingKey);
  return file === undefined ? SigningKey.create() : SigningKey.from(await readOrMake(file));
}

/**
 * Where the key of a database is kept when nobody says so: beside its file. A database server is reached from several
 * machines, which have no file in common, and what is in memory has none at all.
 *
 * @example toKeyFile('sqlite:posthouse.db') // '…/posthouse.db.key'
 */
export function toKeyFile(databaseURL: string): string | undefined {
  const location = parseStoreURL(databaseURL);
  return location.kind === 'sqlite' && location.path !== ':memory:' ? `${location.path}.key` : undefined;
}

/** A key file is for its owner alone, and two processes that start together agree on one. */
async function readOrMake(file: string): Promise<string> {
  try {
    const text = await readFile(file, 'utf8');
    makePrivate(file);
    return text;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'ENOENT') throw unusable(file, cause);
  }
  try {
    const text = `${randomBytes(32).toString('base64url')}\n`;
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
    return text;
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return readWhole(file);
    throw unusable(file, cause);
  }
}

/** Whoever made the file first may still be writing its one line. */
async function readWhole(file: string): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const text = await readFile(file, 'utf8');
    if (text.endsWith('\n') || tries === 100) return text;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

function unusable(file: string, cause: unknown): PosthouseError {
  const { code } = cause as NodeJS.ErrnoException;
  return invalidConfiguration(`the signing key ${file} can be neither read nor created (${code ?? 'unknown reason'})`, {
    cause,
  });
}

import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findSigningKey, toKeyFile } from './find-signing-key.ts';
import { SigningKey } from './signing-key.ts';

const SEED = Buffer.alloc(32, 7).toString('base64url');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-key-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('the key that is given wins over the file', async () => {
  const file = join(folder, 'key');
  const found = await findSigningKey({ signingKey: SEED, signingKeyFile: file });
  expect(found.publicKey).toBe(SigningKey.from(SEED).publicKey);
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('without a file a key ends with the process', async () => {
  const [one, other] = [await findSigningKey({}), await findSigningKey({ signingKey: ' ' })];
  expect(one.publicKey).not.toBe(other.publicKey);
});

test('a file is made for its owner alone, and read the next time', async () => {
  const file = join(folder, 'key');
  const made = await findSigningKey({ signingKeyFile: file });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await findSigningKey({ signingKeyFile: file })).publicKey).toBe(made.publicKey);
  expect(SigningKey.from(await readFile(file, 'utf8')).publicKey).toBe(made.publicKey);
});

test('processes that start together agree on one key', async () => {
  const file = join(folder, 'key');
  const keys = await Promise.all(Array.from({ length: 20 }, () => findSigningKey({ signingKeyFile: file })));
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
});

test('a file that is no key, or cannot be made, is an error that names it and not what is in it', async () => {
  const file = join(folder, 'key');
  await writeFile(file, 'not a key at all');
  await expect(findSigningKey({ signingKeyFile: file })).rejects.toMatchObject({ code: 'invalid_configuration' });
  await expect(findSigningKey({ signingKeyFile: join(folder, 'no', 'key') })).rejects.toThrow(/no\/key can be neither/);
  await expect(findSigningKey({ signingKeyFile: folder })).rejects.toThrow('can be neither read nor made');
  await chmod(file, 0o600);
});

test.each([
  ['sqlite:posthouse.db', resolve('posthouse.db.key')],
  ['sqlite:/var/lib/posthouse.db', '/var/lib/posthouse.db.key'],
  ['sqlite::memory:', undefined],
  ['none', undefined],
  ['postgres://x:y@db/posthouse', undefined],
])('the key of %s is in %s', (url, file) => {
  expect(toKeyFile(url)).toBe(file);
});

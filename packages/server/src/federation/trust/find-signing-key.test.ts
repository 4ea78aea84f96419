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

test('a given key wins over the file', async () => {
  const file = join(folder, 'key');
  const found = await findSigningKey({ signingKey: SEED, signingKeyFile: file });
  expect(found.publicKey).toBe(SigningKey.from(SEED).publicKey);
  await expect(stat(file)).rejects.toThrow('ENOENT');
});

test('a key without a file ends with the process', async () => {
  const [one, other] = [await findSigningKey({}), await findSigningKey({ signingKey: ' ' })];
  expect(one.publicKey).not.toBe(other.publicKey);
});

test('a key file is created for its owner only, and read the next time', async () => {
  const file = join(folder, 'key');
  const made = await findSigningKey({ signingKeyFile: file });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await findSigningKey({ signingKeyFile: file })).publicKey).toBe(made.publicKey);
  expect(SigningKey.from(await readFile(file, 'utf8')).publicKey).toBe(made.publicKey);
});

test.each([
  [0o644, 0o600],
  [0o664, 0o660],
  [0o640, 0o640],
])('a key file of mode %d has mode %d once it was read', async (before, after) => {
  const file = join(folder, 'key');
  await findSigningKey({ signingKeyFile: file });
  await chmod(file, before);
  await findSigningKey({ signingKeyFile: file });
  expect((await stat(file)).mode & 0o777).toBe(after);
});

test('processes that start together agree on one key', async () => {
  const file = join(folder, 'key');
  const keys = await Promise.all(Array.from({ length: 20 }, () => findSigningKey({ signingKeyFile: file })));
  expect(new Set(keys.map(({ publicKey }) => publicKey)).size).toBe(1);
});

test('an invalid or unwritable key file is an error that names the file and not its contents', async () => {
  const file = join(folder, 'key');
  await writeFile(file, 'not a key at all');
  await expect(findSigningKey({ signingKeyFile: file })).rejects.toMatchObject({ code: 'invalid_configuration' });
  await expect(findSigningKey({ signingKeyFile: join(folder, 'no', 'key') })).rejects.toThrow(/no\/key can be neither/);
  await expect(findSigningKey({ signingKeyFile: folder })).rejects.toThrow('can be neither read nor created');
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

import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runAction } from '../__fixtures__/run-action.ts';
import { fsActions } from './fs-actions.ts';
import { replaceFile } from './replace-file.ts';

async function workspace() {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'posthouse-replace-')));
  const root = join(base, 'root');
  await mkdir(root);
  await writeFile(join(base, 'secret'), 'the secret');
  return { base, root, [Symbol.asyncDispose]: async () => await rm(base, { recursive: true, force: true }) };
}

test('a file is created, and replaced with its permissions kept', async () => {
  await using files = await workspace();
  const { root } = files;
  const real = join(root, 'a');
  await replaceFile({ root, real, path: 'a', content: 'one' });
  expect(await readFile(real, 'utf8')).toBe('one');
  await chmod(real, 0o640);
  await runAction(fsActions({ root }), 'write_file', { path: 'a', content: 'two' });
  expect(await readFile(real, 'utf8')).toBe('two');
  expect((await stat(real)).mode & 0o777).toBe(0o640);
  expect(await readdir(root)).toEqual(['a']);
});

describe('replacing a file', () => {
  test('replaces a link that was put there meanwhile, and not its target', async () => {
    await using files = await workspace();
    const { root, base } = files;
    await symlink(join(base, 'secret'), join(root, 'a'));
    await replaceFile({ root, real: join(root, 'a'), path: 'a', content: 'mine' });
    expect(await readFile(join(root, 'a'), 'utf8')).toBe('mine');
    expect(await readFile(join(base, 'secret'), 'utf8')).toBe('the secret');
  });

  test('leaves other names of the same file alone', async () => {
    await using files = await workspace();
    const { root, base } = files;
    await link(join(base, 'secret'), join(root, 'a'));
    await runAction(fsActions({ root }), 'write_file', { path: 'a', content: 'mine' });
    expect(await readFile(join(base, 'secret'), 'utf8')).toBe('the secret');
  });

  test('refuses a directory that became a link meanwhile', async () => {
    await using files = await workspace();
    const { root, base } = files;
    await mkdir(join(base, 'elsewhere'));
    await symlink(join(base, 'elsewhere'), join(root, 'door'));
    const writing = replaceFile({ root, real: join(root, 'door', 'a'), path: 'door/a', content: 'mine' });
    await expect(writing).rejects.toThrow('outside of the allowed');
    expect(await readdir(join(base, 'elsewhere'))).toEqual([]);
  });
});

test('a directory in the way is reported, and nothing is left behind', async () => {
  await using files = await workspace();
  const { root } = files;
  await mkdir(join(root, 'a', 'b'), { recursive: true });
  await expect(replaceFile({ root, real: join(root, 'a'), path: 'a', content: 'x' })).rejects.toThrow(
    /EISDIR|ENOTEMPTY/,
  );
  expect(await readdir(root)).toEqual(['a']);
});

test('concurrent writes do not mix, and nobody reads half a file', async () => {
  await using files = await workspace();
  const actions = fsActions({ root: files.root });
  const texts = Array.from({ length: 20 }, (_, index) => String(index % 10).repeat(1 + index * 500));
  await runAction(actions, 'write_file', { path: 'shared', content: texts[0] });
  const read = async () => await runAction(actions, 'read_file', { path: 'shared' });
  const results = await Promise.all(
    texts.flatMap((content) => [runAction(actions, 'write_file', { path: 'shared', content }), read(), read()]),
  );
  const seen = [...results.filter((result) => result !== 'successfully wrote to shared'), await read()];
  for (const text of seen) expect(texts).toContain(text);
  expect(await runAction(actions, 'read_directory', { path: '.' })).toBe('shared');
});

test('unfinished files are not listed', async () => {
  await using files = await workspace();
  await writeFile(join(files.root, '.posthouse-01234567-89ab-cdef-0123-456789abcdef'), '');
  await writeFile(join(files.root, '.posthouse-mine'), '');
  expect(await runAction(fsActions({ root: files.root }), 'read_directory', { path: '.' })).toBe('.posthouse-mine');
});

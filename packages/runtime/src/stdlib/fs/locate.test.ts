import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isBelow, locate } from './locate.ts';
import { makeDirectories } from './make-directories.ts';

async function workspace() {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'posthouse-locate-')));
  const root = join(base, 'root');
  await mkdir(join(root, 'a', 'b'), { recursive: true });
  await writeFile(join(root, 'a', 'file'), '');
  return { base, root, [Symbol.asyncDispose]: async () => await rm(base, { recursive: true, force: true }) };
}

describe('below', () => {
  test.each([
    ['/base', '/base', true],
    ['/base', '/base/a', true],
    ['/base', '/base-other', false],
    ['/base', '/', false],
    ['/base', '/bas', false],
    ['/', '/anything', true],
    ['/', '/', true],
  ])('%s contains %s: %s', (root, path, expected) => {
    expect(isBelow(root, path)).toBe(expected);
  });
});

describe('locate', () => {
  test('separates the part of a path that exists from the rest', async () => {
    await using files = await workspace();
    const { root } = files;
    expect(await locate(root, '.')).toEqual({ root, real: root, missing: [] });
    expect(await locate(root, 'a/b')).toEqual({ root, real: join(root, 'a/b'), missing: [] });
    expect(await locate(root, 'a/x/y')).toEqual({ root, real: join(root, 'a'), missing: ['x', 'y'] });
    expect(await locate(root, 'a/file/y')).toEqual({ root, real: join(root, 'a/file'), missing: ['y'] });
  });

  test('resolves links, those of the root included', async () => {
    await using files = await workspace();
    const { root, base } = files;
    await symlink(root, join(base, 'alias'));
    await symlink('a', join(root, 'link'));
    expect(await locate(join(base, 'alias'), 'link/b')).toEqual({ root, real: join(root, 'a/b'), missing: [] });
    expect(await locate(join(base, 'alias'), 'link/new')).toEqual({ root, real: join(root, 'a'), missing: ['new'] });
  });

  test('never gives a location outside, however many links lead there', async () => {
    await using files = await workspace();
    const { root, base } = files;
    await symlink('..', join(root, 'up'));
    await symlink('up', join(root, 'up-again'));
    await symlink('a/b/../..', join(root, 'home'));
    await symlink('/', join(root, 'top'));
    const name = fc.constantFrom('up', 'up-again', 'home', 'top', 'a', 'b', 'root', 'new', '.');
    await fc.assert(
      fc.asyncProperty(fc.array(name, { minLength: 1, maxLength: 6 }), async (names) => {
        const location = await locate(root, names.join('/')).catch((error: Error) => error.message);
        const inside = typeof location === 'string' ? location.includes('outside') : isBelow(root, location.real);
        expect(inside).toBe(true);
      }),
    );
    expect(base).not.toBe(root);
  });
});

describe('making missing directories', () => {
  test('makes one in the other', async () => {
    await using files = await workspace();
    const made = await makeDirectories(await locate(files.root, 'a/x/y/z'), 'a/x/y/z');
    expect(made).toBe(join(files.root, 'a/x/y/z'));
    expect((await locate(files.root, 'a/x/y/z')).missing).toEqual([]);
  });

  test('accepts a directory that another process has made meanwhile', async () => {
    await using files = await workspace();
    const location = await locate(files.root, 'x/y');
    await mkdir(join(files.root, 'x'));
    expect(await makeDirectories(location, 'x/y')).toBe(join(files.root, 'x/y'));
  });

  test('refuses a directory that has become a link or file meanwhile', async () => {
    await using files = await workspace();
    const { root, base } = files;
    const [link, file] = [await locate(root, 'x/y'), await locate(root, 'f/y')];
    await mkdir(join(base, 'elsewhere'));
    await symlink(join(base, 'elsewhere'), join(root, 'x'));
    await writeFile(join(root, 'f'), '');
    await expect(makeDirectories(link, 'x/y')).rejects.toThrow('outside of the allowed');
    await expect(makeDirectories(file, 'f/y')).rejects.toThrow('ENOTDIR');
  });
});

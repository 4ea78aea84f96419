import { execFileSync } from 'node:child_process';
import {
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runAction } from '../__fixtures__/run-action.ts';
import { fsActions } from './fs-actions.ts';

/** A directory for the actions, and one beside it with something that they must not reach. */
async function workspace() {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'posthouse-fs-')));
  const root = join(base, 'root');
  const secret = join(base, 'secret');
  await mkdir(root);
  await mkdir(secret);
  await writeFile(join(secret, 'key.txt'), 'the key');
  const actions = fsActions({ root, maxBytes: 1000 });
  const run = async (name: string, input: unknown) => await runAction(actions, name, input);
  return {
    base,
    root,
    secret,
    read: async (path: string) => await run('read_file', { path }),
    write: async (path: string, content: string) => await run('write_file', { path, content }),
    remove: async (path: string) => await run('delete_file', { path }),
    create: async (path: string) => await run('create_directory', { path }),
    list: async (path: string) => await run('read_directory', { path }),
    [Symbol.asyncDispose]: async () => await rm(base, { recursive: true, force: true }),
  };
}

const OUTSIDE = /^Error: .* is outside of the allowed directory/;

test('files can be written, read, listed and deleted', async () => {
  await using files = await workspace();
  expect(await files.write('notes/today.md', 'milk ☕')).toBe('successfully wrote to notes/today.md');
  expect(await files.read('notes/today.md')).toBe('milk ☕');
  expect(await files.read('./notes//today.md')).toBe('milk ☕');
  expect(await files.write('notes/today.md', 'tea')).toBe('successfully wrote to notes/today.md');
  expect(await files.read('notes/today.md')).toBe('tea');
  await files.write('notes/B', '');
  await files.write('notes/a', '');
  expect(await files.list('notes')).toBe('B\na\ntoday.md');
  expect(await files.list('.')).toBe('notes');
  expect(await files.remove('notes/today.md')).toBe('successfully deleted notes/today.md');
  expect(await files.list('notes')).toBe('B\na');
});

test('directories can be created and listed', async () => {
  await using files = await workspace();
  expect(await files.create('a/b/c')).toBe('successfully created directory at a/b/c');
  expect(await files.list('a/b')).toBe('c');
  expect(await files.list('a/b/c')).toBe('');
});

test('operations that cannot be done return an explanation', async () => {
  await using files = await workspace();
  await files.write('file', 'x');
  await files.create('directory');
  expect(await files.read('none')).toBe('Error: file not found at none');
  expect(await files.read('file/below')).toBe('Error: file not found at file/below');
  expect(await files.read('directory')).toBe('Error: directory is not a file');
  expect(await files.write('directory', 'x')).toBe('Error: directory is not a file');
  expect(await files.write('.', 'x')).toBe('Error: . is not a file');
  expect(await files.write('file/below', 'x')).toBe('Error: file/below leads through a file');
  expect(await files.remove('none')).toBe('Error: file not found at none');
  expect(await files.remove('directory')).toBe('Error: directory is not a file');
  expect(await files.remove('.')).toBe('Error: . is not a file');
  expect(await files.create('directory')).toBe('Error: directory already exists at directory');
  expect(await files.create('.')).toBe('Error: directory already exists at .');
  expect(await files.create('file')).toBe('Error: file is a file, not a directory');
  expect(await files.create('file/below')).toBe('Error: file/below leads through a file');
  expect(await files.list('none')).toBe('Error: directory not found at none');
  expect(await files.list('file')).toBe('Error: file is not a directory');
  expect(await files.read('x'.repeat(300))).toBe(`Error: the file system refused ${'x'.repeat(300)} (ENAMETOOLONG)`);
});

test('input of the wrong type is refused with the words of the reference', async () => {
  await using files = await workspace();
  await expect(runAction(fsActions({ root: files.root }), 'read_file', { path: 7 })).rejects.toMatchObject({
    code: 'action_failed',
  });
});

describe('Q57: sizes of files', () => {
  test('allow a file of the largest size, and refuse a larger one', async () => {
    await using files = await workspace();
    await writeFile(join(files.root, 'full'), 'x'.repeat(1000));
    await writeFile(join(files.root, 'over'), 'x'.repeat(1001));
    await writeFile(join(files.root, 'huge'), '');
    await truncate(join(files.root, 'huge'), 10_000_000_000);
    expect(await files.read('full')).toHaveLength(1000);
    expect(await files.read('over')).toBe('Error: over is larger than 1000 bytes');
    expect(await files.read('huge')).toBe('Error: huge is larger than 1000 bytes');
  });

  test('count bytes, not characters', async () => {
    await using files = await workspace();
    expect(await files.write('a', 'é'.repeat(500))).toBe('successfully wrote to a');
    expect(await files.write('a', 'é'.repeat(501))).toBe('Error: `content` is larger than 1000 bytes');
    expect(await files.read('a')).toHaveLength(500);
  });

  test('limit the number of names in a listing', async () => {
    await using files = await workspace();
    for (let index = 0; index < 15; index += 1) await writeFile(join(files.root, `${index}-${'n'.repeat(80)}`), '');
    expect(await files.list('.')).toBe('Error: the names in . are longer than 1000 bytes');
  });

  test('bytes that are no text are not read, whatever their size', async () => {
    await using files = await workspace();
    await writeFile(join(files.root, 'image'), Buffer.from([0xff, 0xd8, 0xff, 0xe0]));
    expect(await files.read('image')).toBe('Error: image is not a text file in UTF-8');
  });
});

describe('Q57: paths out of the root', () => {
  test.each(['../secret/key.txt', '/etc/passwd', 'a/../../secret/key.txt', '..', 'C:\\Windows', '..\\secret\\key.txt'])(
    'a path out of the root is refused: %s',
    async (path) => {
      await using files = await workspace();
      for (const action of [files.read, files.remove, files.create, files.list]) {
        expect(await action(path)).toMatch(OUTSIDE);
      }
      expect(await files.write(path, 'mine')).toMatch(OUTSIDE);
      expect(await readdir(files.root)).toEqual([]);
    },
  );

  test('a link to a file out of the root is refused', async () => {
    await using files = await workspace();
    await symlink(join(files.secret, 'key.txt'), join(files.root, 'link'));
    expect(await files.read('link')).toMatch(OUTSIDE);
    expect(await files.write('link', 'mine')).toMatch(OUTSIDE);
    expect(await files.remove('link')).toMatch(OUTSIDE);
    expect(await readFile(join(files.secret, 'key.txt'), 'utf8')).toBe('the key');
  });

  test('a link to a directory out of the root is refused', async () => {
    await using files = await workspace();
    await symlink(files.secret, join(files.root, 'link'));
    await symlink('../secret', join(files.root, 'relative'));
    for (const link of ['link', 'relative']) {
      expect(await files.read(`${link}/key.txt`)).toMatch(OUTSIDE);
      expect(await files.write(`${link}/key.txt`, 'mine')).toMatch(OUTSIDE);
      expect(await files.write(`${link}/new.txt`, 'mine')).toMatch(OUTSIDE);
      expect(await files.write(`${link}/new/deep.txt`, 'mine')).toMatch(OUTSIDE);
      expect(await files.create(`${link}/new`)).toMatch(OUTSIDE);
      expect(await files.list(link)).toMatch(OUTSIDE);
      expect(await files.remove(`${link}/key.txt`)).toMatch(OUTSIDE);
    }
    expect(await readdir(files.secret)).toEqual(['key.txt']);
  });

  test('a link to nothing is refused', async () => {
    await using files = await workspace();
    await symlink(join(files.secret, 'new.txt'), join(files.root, 'dangling'));
    expect(await files.read('dangling')).toBe('Error: file not found at dangling');
    expect(await files.write('dangling/below', 'mine')).toMatch(/^Error: /);
    expect(await files.create('dangling/below')).toMatch(/^Error: /);
    // The link is replaced by a file of its own.
    expect(await files.write('dangling', 'mine')).toBe('successfully wrote to dangling');
    expect(await files.read('dangling')).toBe('mine');
    expect(await readdir(files.secret)).toEqual(['key.txt']);
  });

  test('a sibling directory whose name begins like the root is refused', async () => {
    await using files = await workspace();
    await mkdir(`${files.root}-other`);
    await writeFile(`${files.root}-other/key.txt`, 'the other key');
    await symlink(`${files.root}-other`, join(files.root, 'link'));
    expect(await files.read('link/key.txt')).toMatch(OUTSIDE);
  });

  test('a link that stays inside is followed', async () => {
    await using files = await workspace();
    await files.write('real/a.txt', 'inside');
    await symlink('real', join(files.root, 'link'));
    await symlink('real/a.txt', join(files.root, 'file-link'));
    expect(await files.read('link/a.txt')).toBe('inside');
    expect(await files.write('file-link', 'through')).toBe('successfully wrote to file-link');
    expect(await files.read('real/a.txt')).toBe('through');
    expect(await files.remove('file-link')).toBe('successfully deleted file-link');
    expect(await files.read('real/a.txt')).toBe('through');
  });

  test('messages name paths as the agent wrote them', async () => {
    await using files = await workspace();
    await symlink(files.secret, join(files.root, 'link'));
    for (const result of [await files.read('link/key.txt'), await files.read('none'), await files.create('x\0')]) {
      expect(result).not.toContain(files.base);
    }
  });

  test('a circular link is refused too', async () => {
    await using files = await workspace();
    await symlink('b', join(files.root, 'a'));
    await symlink('a', join(files.root, 'b'));
    expect(await files.read('a')).toBe('Error: the file system refused a (ELOOP)');
  });

  test.skipIf(process.platform === 'win32')('a pipe is refused without waiting for it', async () => {
    await using files = await workspace();
    execFileSync('/bin/sh', ['-c', 'mkfifo "$0"', join(files.root, 'pipe')]);
    expect(await files.read('pipe')).toBe('Error: pipe is not a file');
    expect(await files.write('pipe', 'x')).toBe('Error: pipe is not a file');
  });
});

test('a link that changes all the time never leaks a secret', async () => {
  await using files = await workspace();
  await files.write('inside/key.txt', 'harmless');
  const door = join(files.root, 'door');
  const turn = async (target: string): Promise<void> => {
    await symlink(target, join(files.base, 'next'));
    await rename(join(files.base, 'next'), door);
  };
  await turn('inside');
  const stop = new AbortController();
  const turning = (async () => {
    while (!stop.signal.aborted) {
      await turn(files.secret);
      await turn('inside');
    }
  })();
  const seen = new Set<unknown>();
  for (let round = 0; round < 200; round += 1) {
    seen.add(await files.read('door/key.txt'));
    seen.add(await files.write('door/key.txt', 'harmless'));
    seen.add(await files.write(`door/new-${round}.txt`, 'mine'));
  }
  stop.abort();
  await turning;
  expect(seen).toContain('harmless');
  expect(seen).not.toContain('the key');
  expect(await readFile(join(files.secret, 'key.txt'), 'utf8')).toBe('the key');
  expect(await readdir(files.secret)).toEqual(['key.txt']);
});

describe('fsActions', () => {
  test('the actions have the names of the reference, and only repeatable ones are idempotent', () => {
    const actions = fsActions({ root: '.' });
    expect(Object.fromEntries(actions.map(({ name, idempotent }) => [name, idempotent]))).toEqual({
      read_file: true,
      read_directory: true,
      write_file: true,
      delete_file: false,
      create_directory: false,
    });
  });

  test('readOnly leaves out the actions that change something', () => {
    expect(fsActions({ root: '.', readOnly: true }).map(({ name }) => name)).toEqual(['read_file', 'read_directory']);
  });

  test('refuse invalid limits', () => {
    for (const maxBytes of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => fsActions({ root: '.', maxBytes })).toThrow('maxBytes');
    }
  });

  test('report a root that does not exist', async () => {
    const actions = fsActions({ root: '/no/such/directory' });
    await expect(runAction(actions, 'read_file', { path: 'a' })).rejects.toMatchObject({
      code: 'invalid_configuration',
    });
  });

  test('no action begins when the run is cancelled', async () => {
    await using files = await workspace();
    const signal = AbortSignal.abort(new Error('enough'));
    const writing = runAction(fsActions({ root: files.root }), 'write_file', { path: 'a', content: '' }, { signal });
    await expect(writing).rejects.toThrow('enough');
    expect(await readdir(files.root)).toEqual([]);
  });
});

test('whatever is written can be read, and nothing is written elsewhere', async () => {
  await using files = await workspace();
  const name = fc.oneof(fc.constantFrom('..', '.', 'a', 'b', '/', 'link'), fc.string({ maxLength: 8 }));
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
  await symlink(files.secret, join(files.root, 'link'));
  await fc.assert(
    fc.asyncProperty(path, fc.string({ maxLength: 50, unit: 'grapheme' }), async (text, content) => {
      const written = await files.write(text, content);
      const read = await files.read(text);
      expect(written === `successfully wrote to ${text}` ? read : 'refused').toBe(
        written === `successfully wrote to ${text}` ? content : 'refused',
      );
      expect(await readdir(files.base)).toEqual(['root', 'secret']);
      expect(await readdir(files.secret)).toEqual(['key.txt']);
    }),
  );
});

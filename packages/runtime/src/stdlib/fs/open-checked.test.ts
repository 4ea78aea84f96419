import { mkdir, mkdtemp, readFile, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { openChecked } from './open-checked.ts';

async function workspace() {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'posthouse-open-')));
  const root = join(base, 'root');
  await mkdir(join(root, 'door'), { recursive: true });
  await mkdir(join(base, 'secret'));
  await writeFile(join(root, 'door', 'key.txt'), 'harmless');
  await writeFile(join(base, 'secret', 'key.txt'), 'the key');
  return { base, root, [Symbol.asyncDispose]: async () => await rm(base, { recursive: true, force: true }) };
}

test('opens a file for reading and as new', async () => {
  await using files = await workspace();
  const { root } = files;
  const path = 'door/key.txt';
  await using reading = await openChecked({ root, real: join(root, path), path, mode: 'read' });
  expect(await reading.readFile('utf8')).toBe('harmless');
  await using made = await openChecked({ root, real: join(root, 'new'), path: 'new', mode: 'create' });
  await made.writeFile('x');
  expect(await readFile(join(root, 'new'), 'utf8')).toBe('x');
});

describe('a change between check and opening', () => {
  // The caller has looked: `root/door/key.txt` was a file without links. Then somebody acts.
  test('a directory that became a link is noticed, and nothing is written', async () => {
    await using files = await workspace();
    const { root, base } = files;
    await rename(join(root, 'door'), join(base, 'parked'));
    await symlink(join(base, 'secret'), join(root, 'door'));
    const real = join(root, 'door', 'key.txt');
    await expect(openChecked({ root, real, path: 'door/key.txt', mode: 'read' })).rejects.toThrow(
      'outside of the allowed',
    );
    const created = openChecked({ root, real: join(root, 'door', 'new.txt'), path: 'door/new.txt', mode: 'create' });
    await expect(created).rejects.toThrow('outside of the allowed');
    expect(await readFile(join(base, 'secret', 'key.txt'), 'utf8')).toBe('the key');
  });

  test('a file that became a link is noticed and not followed', async () => {
    await using files = await workspace();
    const { root, base } = files;
    const real = join(root, 'door', 'key.txt');
    await rm(real);
    await symlink(join(base, 'secret', 'key.txt'), real);
    for (const mode of ['read', 'create'] as const) {
      await expect(openChecked({ root, real, path: 'door/key.txt', mode })).rejects.toThrow(/ELOOP|EEXIST/);
    }
  });

  test('a file that became a directory is noticed', async () => {
    await using files = await workspace();
    const { root } = files;
    await expect(openChecked({ root, real: join(root, 'door'), path: 'door', mode: 'read' })).rejects.toThrow(
      'door is not a file',
    );
  });
});

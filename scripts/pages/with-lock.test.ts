import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './with-lock.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'posthouse-lock-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('work under the same lock is done one after the other', async () => {
  const folder = join(root, 'deep', 'lock');
  let inside = 0;
  const work = async (): Promise<number> => {
    inside += 1;
    const seen = inside;
    await sleep(2);
    inside -= 1;
    return seen;
  };
  const seen = await Promise.all(Array.from({ length: 5 }, () => withLock(folder, work, { everyMs: 1 })));
  expect(seen).toEqual([1, 1, 1, 1, 1]);
  expect(existsSync(folder)).toBe(false);
});

test('work that fails releases the lock', async () => {
  const folder = join(root, 'lock');
  const failing = withLock(folder, () => {
    throw new Error('no room');
  });
  await expect(failing).rejects.toThrow('no room');
  expect(await withLock(folder, () => 'done')).toBe('done');
});

test('a lock of a process that was killed long ago is ignored', async () => {
  const folder = join(root, 'lock');
  mkdirSync(folder);
  utimesSync(folder, 10, 10);
  expect(await withLock(folder, () => 'done')).toBe('done');
});

test('a lock at an impossible path is an error', async () => {
  await expect(withLock(join(root, 'a\0b'), () => 'done')).rejects.toThrow('null bytes');
});

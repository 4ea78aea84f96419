import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type FolderWatch, watchFolder } from './watch-folder.ts';

let folder: string;
let watch: FolderWatch;
const changed: string[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-watch-'));
  await mkdir(join(folder, 'agents'));
  await mkdir(join(folder, 'node_modules/x'), { recursive: true });
  changed.length = 0;
  watch = watchFolder(folder, (file) => changed.push(file));
});
afterEach(async () => {
  watch.close();
  await rm(folder, { recursive: true, force: true });
});

test('changes to sources, also in subfolders, are reported once they settle', async () => {
  const next = watch.next();
  for (const text of ['1', '2', '3']) await writeFile(join(folder, 'swarm.ts'), text);
  await next;
  expect(changed).toEqual([join(folder, 'swarm.ts')]);
  expect(watch.count).toBe(1);
  const again = watch.next();
  await writeFile(join(folder, 'agents/math.ts'), 'x');
  await again;
  expect(changed.at(-1)).toBe(join(folder, 'agents/math.ts'));
});

test('databases, logs, hidden and installed files are not watched', async () => {
  for (const name of ['posthouse.db', 'posthouse.db-wal', 'mail.log', '.secret.json', 'node_modules/x/index.js']) {
    await writeFile(join(folder, name), 'x');
  }
  await sleep(300);
  expect(changed).toEqual([]);
});

test('waiting for a change can be aborted', async () => {
  const next = watch.next();
  watch.wake();
  await next;
  const closing = watch.next();
  watch.close();
  await closing;
  expect(watch.count).toBe(0);
});

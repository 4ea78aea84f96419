import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runAction } from '../__fixtures__/run-action.ts';
import { HOLDS_FOLDERS } from './folder.ts';
import { fsActions } from './fs-actions.ts';

const READS = process.env.TEST_FULL === '1' ? 40_000 : 2_000;

/** Another process: puts a link to the secret in the place of a folder and takes it away again, without end. */
const SWAP = `
  const { renameSync, rmSync, symlinkSync } = require('node:fs');
  const [door, away, secret] = process.argv.slice(1);
  // An action may have made the folder itself while it was away.
  const attempt = (step) => { try { step(); } catch {} };
  console.log('swapping');
  for (;;) {
    attempt(() => renameSync(door, away));
    attempt(() => symlinkSync(secret, door));
    attempt(() => rmSync(door, { recursive: true, force: true }));
    attempt(() => renameSync(away, door));
  }`;

async function startSwapping(...places: string[]): Promise<ChildProcess & AsyncDisposable> {
  const child = spawn(process.execPath, ['-e', SWAP, ...places], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return Object.assign(child, {
    [Symbol.asyncDispose]: async () => {
      const exited = once(child, 'exit');
      if (!child.kill('SIGKILL')) throw new Error('the process had stopped swapping');
      await exited;
    },
  });
}

test.runIf(HOLDS_FOLDERS)(
  'swapping a folder for a link leads no action out of the root',
  async () => {
    const base = await realpath(await mkdtemp(join(tmpdir(), 'posthouse-swap-')));
    const [root, secret, door] = [join(base, 'root'), join(base, 'secret'), join(base, 'root', 'door')];
    await mkdir(door, { recursive: true });
    await mkdir(secret);
    await writeFile(join(door, 'key.txt'), 'harmless');
    await writeFile(join(secret, 'key.txt'), 'the key');
    await writeFile(join(secret, 'only-here'), '');
    const actions = fsActions({ root });
    const seen = new Map<unknown, number>();
    try {
      await using _swapping = await startSwapping(door, join(root, 'away'), secret);
      for (let round = 0; round < READS; round += 1) {
        const text = await runAction(actions, 'read_file', { path: 'door/key.txt' });
        seen.set(text, (seen.get(text) ?? 0) + 1);
        if (round % 20 !== 0) continue;
        const names = String(await runAction(actions, 'read_directory', { path: 'door' }));
        expect(names).not.toContain('only-here');
        await runAction(actions, 'write_file', { path: `door/new-${round}.txt`, content: 'mine' });
        await runAction(actions, 'create_directory', { path: `door/made-${round}/deep` });
        await runAction(actions, 'delete_file', { path: 'door/only-here' });
      }
      expect(seen.get('harmless')).toBeGreaterThan(0);
      expect(seen.get('the key')).toBeUndefined();
      expect((await readdir(secret)).toSorted()).toEqual(['key.txt', 'only-here']);
      expect(await readFile(join(secret, 'key.txt'), 'utf8')).toBe('the key');
    } finally {
      await rm(base, { recursive: true, force: true });
    }
  },
  300_000,
);

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { removeDevelopmentFile, writeDevelopmentFile } from '../../auth/development/development-file.ts';
import { developmentToken } from './development-token.ts';

const url = 'http://127.0.0.1:8123';
/** A number that no process has: they end long before. */
const NOBODY = 2 ** 30;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-token-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const noteOf = (user: string, { pid = process.pid, at = url } = {}) => ({
  url: at,
  tokens: { user, admin: 'admin', agent: 'agent' },
  pid,
});
const tokenOf = (options: { patienceMs?: number } = {}) =>
  developmentToken({ folder, url, token: 'first', ...options });

test('is what the note says, whenever it is asked for', async () => {
  const token = tokenOf();
  await writeDevelopmentFile(folder, noteOf('first'));
  expect(await token()).toBe('first');
  await writeDevelopmentFile(folder, noteOf('second', { at: 'http://localhost:8123' }));
  expect(await token()).toBe('second');
});

test('waits for the note of a server that takes the place of one that was killed', async () => {
  await writeDevelopmentFile(folder, noteOf('first', { pid: NOBODY }));
  const asked = tokenOf()();
  await wait(60);
  await writeDevelopmentFile(folder, noteOf('second'));
  expect(await asked).toBe('second');
});

test('waits for the note of a server that takes the place of one that was stopped', async () => {
  const note = noteOf('first');
  await writeDevelopmentFile(folder, note);
  await removeDevelopmentFile(folder, note);
  const asked = tokenOf()();
  await wait(60);
  await writeDevelopmentFile(folder, noteOf('second'));
  expect(await asked).toBe('second');
});

test('is the last one known when nobody comes', async () => {
  const token = tokenOf({ patienceMs: 50 });
  expect(await token()).toBe('first');
  await writeDevelopmentFile(folder, noteOf('second'));
  expect(await token()).toBe('second');
  await writeDevelopmentFile(folder, noteOf('third', { pid: NOBODY }));
  expect(await token()).toBe('second');
});

test('is never that of a server elsewhere', async () => {
  await writeDevelopmentFile(folder, noteOf('of another', { at: 'http://127.0.0.1:9999' }));
  expect(await tokenOf()()).toBe('first');
});

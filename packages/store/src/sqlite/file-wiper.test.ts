import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { FileWiper } from './file-wiper.ts';

test('a file in which nothing is left is looked through without writing to it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-wiper-'));
  const path = join(folder, 'f.db');
  const database = new DatabaseSync(path);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE t (id INTEGER PRIMARY KEY, text TEXT)');
  const insert = database.prepare('INSERT INTO t (text) VALUES (?)');
  for (let row = 0; row < 500; row += 1) insert.run('x'.repeat(500));
  database.exec('DELETE FROM t WHERE id % 3 = 0');
  const descriptor = openSync(path, 'r+');
  const wiper = new FileWiper({ path, database, descriptor: () => descriptor });
  const version = () => database.prepare('PRAGMA data_version').get()?.data_version;

  const before = version();
  expect(wiper.step()).toBe('done');
  const wiped = version();
  expect(wiped).not.toBe(before);
  expect(wiper.step()).toBe('done');
  expect(version()).toBe(wiped);

  database.close();
  closeSync(descriptor);
  rmSync(folder, { recursive: true });
});

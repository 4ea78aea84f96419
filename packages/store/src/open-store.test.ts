import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { begin, notice } from './contract/__fixtures__/samples.ts';
import { openStore } from './open-store.ts';
import { temporaryFolder } from './sqlite/__fixtures__/temporary-folder.ts';

const { path, newPath } = temporaryFolder();

async function errorOf(url: string): Promise<PosthouseError> {
  try {
    await (await openStore(url))[Symbol.asyncDispose]();
  } catch (error) {
    if (PosthouseError.isInstance(error)) return error;
    throw error;
  }
  throw new Error(`${url} can be opened`);
}

describe('opening a store', () => {
  it('creates a database where there was none', async () => {
    await using store = await openStore(`sqlite:${newPath()}`);
    expect((await begin(store, { entries: [notice()] })).task.head).toBe(1);
  });

  it('creates another database in memory each time', async () => {
    await using first = await openStore('sqlite::memory:');
    await using second = await openStore('sqlite::memory:');
    const { task } = await begin(first);
    expect(await second.find(task.owner, task.taskId)).toBeUndefined();
  });

  it('opening a store creates no folders', async () => {
    const error = await errorOf(`sqlite:${path('missing/folder/demo.db')}`);
    expect(error.code).toBe('invalid_configuration');
    expect(error.message).toContain(`the folder ${path('missing/folder')} for the database file does not exist`);
  });

  it('refuses a path below a file', async () => {
    writeFileSync(path('plain.txt'), 'text');
    expect(await errorOf(`sqlite:${path('plain.txt/demo.db')}`)).toMatchObject({ code: 'invalid_configuration' });
  });

  it('opening a store refuses a folder', async () => {
    mkdirSync(path('folder'));
    const error = await errorOf(`sqlite:${path('folder')}`);
    expect(error.message).toContain(`cannot open ${path('folder')}`);
    expect(error.message).toContain('check its path and permissions');
  });

  it('refuses a file that is not a database, and leaves it alone', async () => {
    writeFileSync(path('letter.txt'), 'Dear reader, '.repeat(1_000));
    const error = await errorOf(`sqlite:${path('letter.txt')}`);
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(error.message).toContain('the file is not an SQLite database');
    expect(error.cause).toBeInstanceOf(Error);
  });

  it('refuses the database of another program, and leaves it alone', async () => {
    const other = new DatabaseSync(path('other.db'));
    other.exec('CREATE TABLE customer (name TEXT)');
    const error = await errorOf(`sqlite:${path('other.db')}`);
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(error.message).toContain('the database of another program');
    expect(other.prepare('SELECT count(*) AS tables FROM sqlite_schema').get()).toMatchObject({ tables: 1 });
    other.close();
  });

  it('refuses a database written by a newer version', async () => {
    const newer = newPath();
    await (await openStore(`sqlite:${newer}`))[Symbol.asyncDispose]();
    const database = new DatabaseSync(newer);
    database.exec("PRAGMA user_version = 4711; DELETE FROM record WHERE kind = 'schema'");
    database.close();
    const error = await errorOf(`sqlite:${newer}`);
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(error.message).toContain('version 4711');
  });

  it('refuses a damaged database', async () => {
    const damaged = newPath();
    const store = await openStore(`sqlite:${damaged}`);
    await begin(store, { entries: Array.from({ length: 100 }, () => notice('x'.repeat(500))) });
    await store[Symbol.asyncDispose]();
    writeFileSync(damaged, readFileSync(damaged).fill(0x55, 4_096));
    const error = await errorOf(`sqlite:${damaged}`);
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(error.message).toContain('the database file is damaged; restore it from a backup');
  });
});

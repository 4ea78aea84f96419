import { PosthouseError } from '@posthouse/protocol';
import { openStore } from '@posthouse/store';
import { describe, expect, it } from 'vitest';
import { begin } from '../../packages/store/src/contract/__fixtures__/samples.ts';
import { GUARDED_USER } from '../../packages/store/src/postgres/__fixtures__/start-postgres.ts';
import { openDatabase } from '../../packages/store/src/postgres/open-database.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

const { server, newURL } = usePostgres({ settings: { synchronous_commit: 'on' } });

async function errorOf(url: string): Promise<PosthouseError> {
  try {
    await (await openStore(url))[Symbol.asyncDispose]();
  } catch (error) {
    if (PosthouseError.isInstance(error)) return error;
    throw error;
  }
  throw new Error('it can be opened');
}

/** Everything about an error that could get into a log. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return [error.stack, JSON.stringify(error), ...Object.values(error).map(String), wordsOf(error.cause)].join(' ');
}

describe('opening a PostgreSQL database', () => {
  it('creates its tables, and finds them the next time', async () => {
    const url = await newURL();
    const store = await openStore(url);
    const { task } = await begin(store, { data: { title: 'Trip' } });
    await store[Symbol.asyncDispose]();
    await using again = await openStore(url);
    expect(await again.find(task.owner, task.taskId)).toEqual(task);
  });

  it.each([
    ['full', 'on'],
    ['normal', 'off'],
  ] as const)('sets, with %s durability, whether commits wait for the disk: %s', async (durability, setting) => {
    const { database } = await openDatabase(await newURL(), { connections: 1, giveUpMilliseconds: 0, durability });
    await using _ = database;
    expect(await database.run({ name: '', text: 'SHOW synchronous_commit' })).toEqual([
      { synchronous_commit: setting },
    ]);
  });

  it('accepts both spellings of the scheme', async () => {
    const url = await newURL();
    await using store = await openStore(url.replace('postgres:', 'postgresql:'));
    expect((await begin(store)).task.head).toBe(0);
  });

  it('needs no right to create tables once they exist', async () => {
    const database = await server().newDatabase();
    await (await openStore(server().url(database)))[Symbol.asyncDispose]();
    await server().run(
      database,
      `CREATE ROLE clerk LOGIN; GRANT USAGE ON SCHEMA mail TO clerk;
       GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA mail TO clerk;`,
    );
    await using store = await openStore(server().url(database, 'clerk'));
    expect((await begin(store)).task.head).toBe(0);
  });

  it('reports that the user lacks the right to create tables', async () => {
    const database = await server().newDatabase();
    await server().run(database, 'CREATE ROLE guest LOGIN');
    const error = await errorOf(server().url(database, 'guest'));
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(error.message).toContain('lacks a permission');
  });

  it('reports that the database does not exist', async () => {
    const error = await errorOf(server().url('nowhere'));
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(error.message).toContain('there is no such database');
  });

  it('reports a wrong password without repeating it', async () => {
    const database = await server().newDatabase();
    await server().run(database, `CREATE ROLE ${GUARDED_USER} LOGIN PASSWORD 'right'`);
    const error = await errorOf(server().url(database, `${GUARDED_USER}:hunter2`));
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(error.message).toContain('rejects the user or the password');
    expect(wordsOf(error)).not.toContain('hunter2');
  });

  it.each([
    'postgres://admin:hunter2@[not-a-host]/db',
    'postgres://admin:hunter2#1@localhost/db',
    'postgres://admin:hunter2@localhost:port/db',
  ])('reports an invalid URL without repeating it (%#)', async (url) => {
    const error = await errorOf(url);
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(error.message).toContain('postgres://user:password@host:5432/database');
    expect(wordsOf(error)).not.toContain('hunter2');
  });

  it('fails soon, without the password, when no server answers', async () => {
    const start = performance.now();
    const error = await errorOf('postgres://admin:hunter2@127.0.0.1:9/db');
    expect(error).toMatchObject({ code: 'unavailable' });
    expect(error.message).toContain('cannot be reached');
    expect(wordsOf(error)).not.toContain('hunter2');
    expect(performance.now() - start).toBeLessThan(15_000);
  });

  it("leaves another program's schema alone", async () => {
    const database = await server().newDatabase();
    await server().run(database, 'CREATE SCHEMA mail; CREATE TABLE mail.letter (id int)');
    const error = await errorOf(server().url(database));
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(error.message).toContain('the schema mail belongs to another program');
    const { rows } = await server().run(database, "SELECT tablename FROM pg_tables WHERE schemaname = 'mail'");
    expect(rows).toEqual([{ tablename: 'letter' }]);
  });

  it('reports a database written by a newer version', async () => {
    const database = await server().newDatabase();
    await (await openStore(server().url(database)))[Symbol.asyncDispose]();
    await server().run(database, "DELETE FROM mail.record WHERE kind = 'schema'");
    await server().run(database, 'INSERT INTO mail.migration (version) VALUES (4711)');
    const error = await errorOf(server().url(database));
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(error.message).toContain('version 4711');
  });

  it('ends at the next heartbeat when a newer version makes it incompatible, and lasts when something was only added', async () => {
    const database = await server().newDatabase();
    await using store = await openStore(server().url(database));
    await server().run(database, "DELETE FROM mail.record WHERE kind = 'schema'");
    await server().run(database, 'INSERT INTO mail.migration (version) VALUES (4711)');
    await expect(store.heartbeat('node')).rejects.toThrow('version 4711');
    const added = `INSERT INTO mail.record (kind, id, version, value) VALUES ('schema', 'least', 0, '{"version":4}')`;
    await server().run(database, added);
    await store.heartbeat('node');
    await using another = await openStore(server().url(database));
    expect(await another.nodes()).toEqual(['node']);
  });

  it('reports a database in another encoding', async () => {
    await server().run('postgres', "CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
    const error = await errorOf(server().url('latin'));
    expect(error).toMatchObject({ code: 'invalid_configuration' });
    expect(error.message).toContain('encoded in LATIN1');
  });
});

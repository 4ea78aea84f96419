import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { APPLICATION_ID, migrate } from './migrate.ts';
import { MIGRATIONS } from './migrations/all.ts';

const steps = ['CREATE TABLE a (x INTEGER)', 'CREATE TABLE b (x INTEGER)', 'INSERT INTO a VALUES (1)'];

function tablesOf(database: DatabaseSync): unknown[] {
  return database
    .prepare('SELECT name FROM sqlite_schema ORDER BY name')
    .all()
    .map(({ name }) => name);
}

function pragma(database: DatabaseSync, name: string): unknown {
  return database.prepare(`PRAGMA ${name}`).get()?.[name];
}

describe('migrating', () => {
  it('takes every step once, and records the version', () => {
    using database = new DatabaseSync(':memory:');
    migrate(database, steps.slice(0, 2));
    expect([pragma(database, 'user_version'), pragma(database, 'application_id')]).toEqual([2, APPLICATION_ID]);
    migrate(database, steps);
    migrate(database, steps);
    expect(pragma(database, 'user_version')).toBe(3);
    expect(tablesOf(database)).toEqual(['a', 'b']);
    expect(database.prepare('SELECT count(*) AS rows FROM a').get()).toMatchObject({ rows: 1 });
  });

  it('takes all steps or none', () => {
    using database = new DatabaseSync(':memory:');
    expect(() => migrate(database, [...steps, 'CREATE TABLE a (x INTEGER)'])).toThrow('already exists');
    expect(tablesOf(database)).toEqual([]);
    expect([pragma(database, 'user_version'), database.isTransaction]).toEqual([0, false]);
  });

  it('refuses a file of a newer version', () => {
    using database = new DatabaseSync(':memory:');
    migrate(database, steps);
    expect(() => migrate(database, steps.slice(0, 1))).toThrow(
      'the database has version 3, this Posthouse knows versions up to 1',
    );
  });

  it("refuses another program's file, whatever its version", () => {
    using database = new DatabaseSync(':memory:');
    database.exec('CREATE TABLE customer (name TEXT)');
    expect(() => migrate(database, steps)).toThrow('the database of another program');
    database.exec('PRAGMA user_version = 1');
    expect(() => migrate(database, steps)).toThrow('the database of another program');
    expect(tablesOf(database)).toEqual(['customer']);
  });

  it('leaves a file that programs without spending can use', () => {
    using database = new DatabaseSync(':memory:');
    migrate(database);
    expect(() => migrate(database, MIGRATIONS.slice(0, 4))).not.toThrow();
    expect(() => migrate(database, MIGRATIONS.slice(0, 3))).toThrow('knows versions up to 3');
  });

  it('creates the tables of a store', () => {
    using database = new DatabaseSync(':memory:');
    migrate(database);
    expect(pragma(database, 'user_version')).toBe(MIGRATIONS.length);
    expect(tablesOf(database)).toEqual(
      expect.arrayContaining([
        'task',
        'log',
        'mail',
        'turn',
        'live_text',
        'once',
        'node',
        'record',
        'session',
        'transcript',
        'spending',
        'deletion',
        'buried_key',
        'begun_call',
      ]),
    );
  });
});

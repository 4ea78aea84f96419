import SQLite from 'better-sqlite3';
import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core';
import { describe, expect, test } from 'vitest';
import { openTestOwners } from '../__fixtures__/test-owners.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';
import * as schema from './schema.ts';

const tables = Object.values(schema).filter(
  (value) => typeof value === 'object' && !Array.isArray(value),
) as SQLiteTable[];

type ColumnInfo = { name: string; notnull: number; pk: number };

describe('the database schema', () => {
  test('the schema is the same in the migrations and in the queries', () => {
    using database = openDatabase(':memory:');
    expect(tables.length).toBe(10);
    for (const table of tables) {
      const { name, columns } = getTableConfig(table);
      const real = database.sqlite.pragma(`table_info(${name})`) as ColumnInfo[];
      const described = columns.map((column) => [column.name, column.notNull]).toSorted();
      expect([name, described]).toEqual([
        name,
        real.map((column) => [column.name, column.notnull === 1 || column.pk > 0]).toSorted(),
      ]);
    }
  });

  test('names the owner in every table', () => {
    using database = openDatabase(':memory:');
    const names = database.sqlite
      .prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE 'jobs_fts_%'",
      )
      .pluck()
      .all() as string[];
    expect(names).toContain('chat_messages');
    for (const name of names.filter((each) => each !== 'owners')) {
      const columns = database.sqlite.pragma(`table_info(${name})`) as ColumnInfo[];
      expect([name, columns.map((column) => column.name)]).toEqual([name, expect.arrayContaining(['owner_id'])]);
    }
  });

  test('the schema is created once, however often the app starts', () => {
    const sqlite = new SQLite(':memory:');
    migrate(sqlite);
    sqlite.prepare("INSERT INTO owners (name, created_at) VALUES ('ann', 'now')").run();
    migrate(sqlite);
    expect(sqlite.prepare('SELECT count(*) FROM owners').pluck().get()).toBe(1);
    sqlite.close();
  });

  test('a schema of a newer version is left alone, with a sentence', () => {
    const sqlite = new SQLite(':memory:');
    migrate(sqlite);
    sqlite.pragma('user_version = 99');
    expect(() => migrate(sqlite)).toThrow(/newer version.*99/);
    sqlite.close();
  });
});

describe('rows of two owners', () => {
  test('rows of two owners cannot refer to each other', () => {
    using owners = openTestOwners();
    const { sqlite } = owners.ann.database;
    const job = sqlite
      .prepare(
        "INSERT INTO jobs (owner_id, title, company, source, soft_key, first_seen_at, last_seen_at, created_at, updated_at) VALUES (?, 't', 'c', 'manual', 'k', '', '', '', '') RETURNING id",
      )
      .pluck()
      .get(owners.ann.ownerId);
    const addHistory = sqlite.prepare(
      "INSERT INTO job_status_history (owner_id, job_id, new_status, changed_at, actor) VALUES (?, ?, 'inbox', '', 'user')",
    );
    expect(() => addHistory.run(owners.bob.ownerId, job)).toThrow(/FOREIGN KEY/);
    expect(addHistory.run(owners.ann.ownerId, job).changes).toBe(1);
  });
});

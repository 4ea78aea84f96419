import { resolve } from 'node:path';
import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { parseStoreURL } from './store-url.ts';

function errorOf(url: string): PosthouseError | undefined {
  try {
    parseStoreURL(url);
    return undefined;
  } catch (error) {
    if (PosthouseError.isInstance(error)) return error;
    throw error;
  }
}

describe('a store URL', () => {
  it.each([
    ['sqlite::memory:', ':memory:'],
    ['none', ':memory:'],
    ['sqlite:demo.db', resolve('demo.db')],
    ['sqlite:./data/demo.db', resolve('data/demo.db')],
    ['sqlite:/var/lib/posthouse.db', resolve('/var/lib/posthouse.db')],
    ['SQLite:demo.db', resolve('demo.db')],
    ['sqlite:name with spaces.db', resolve('name with spaces.db')],
    ['sqlite:file:demo.db?mode=ro', resolve('file:demo.db?mode=ro')],
  ])('%s names the database %s', (url, path) => {
    expect(parseStoreURL(url)).toEqual({ kind: 'sqlite', path });
  });

  it.each([
    'postgres://localhost/posthouse',
    'postgresql://user:hunter2@db.example:5433/posthouse?sslmode=require',
    'Postgres://user@localhost/db?host=/var/run/postgresql',
    'postgres:///posthouse',
  ])('%s names a PostgreSQL database, whose driver reads the rest', (url) => {
    expect(parseStoreURL(url)).toEqual({ kind: 'postgres', url });
  });

  it.each([
    '',
    'demo.db',
    'sqlite',
    'sqlite:',
    'sqlite://demo.db',
    'sqlite:///demo.db',
    'mysql://x',
    'postgres:posthouse',
    'postgresql:/posthouse',
    'None',
    ':memory:',
    'sqlite:a\0b',
  ])('%j is refused, and the error says what is valid', (url) => {
    expect(errorOf(url)).toMatchObject({ code: 'invalid_configuration' });
    expect(errorOf(url)?.message).toContain("'sqlite:posthouse.db'");
  });

  it('an error never repeats the URL, as it may contain a password', () => {
    for (const url of [
      'mysql://admin:hunter2@db.example/posthouse',
      'postgres:hunter2',
      'sqlite://hunter2',
      'hunter2',
    ]) {
      const error = errorOf(url);
      expect(error).toBeDefined();
      expect(`${error?.stack} ${JSON.stringify(error)}`).not.toContain('hunter2');
    }
    expect(errorOf('mysql://admin:hunter2@db.example/posthouse')?.message).toContain("begins with 'mysql:'");
  });
});

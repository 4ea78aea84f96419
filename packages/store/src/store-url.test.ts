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
    '',
    'demo.db',
    'sqlite',
    'sqlite:',
    'sqlite://demo.db',
    'sqlite:///demo.db',
    'mysql://x',
    ':memory:',
    'sqlite:a\0b',
  ])('%j cannot be used, and the error says what can', (url) => {
    expect(errorOf(url)).toMatchObject({ code: 'invalid_configuration' });
    expect(errorOf(url)?.message).toContain("'sqlite:posthouse.db'");
  });

  it('of a database server is named by its scheme alone: it may contain a password', () => {
    const error = errorOf('postgres://admin:hunter2@db.example/posthouse');
    expect(error?.message).toContain("begins with 'postgres:'");
    expect(JSON.stringify(error)).not.toContain('hunter2');
    expect(errorOf('hunter2')?.message).not.toContain('hunter2');
  });
});

import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openImport } from './open-import.ts';
import { parseSource } from './parse-source.ts';

describe('openImport', () => {
  let dataDir = '';
  beforeAll(() => {
    dataDir = realpathSync(mkdtempSync(join(tmpdir(), 'posthouse-import-')));
    mkdirSync(join(dataDir, 'import', 'mails'), { recursive: true });
    writeFileSync(join(dataDir, 'import', 'all.mbox'), '');
    writeFileSync(join(dataDir, 'eve.db'), 'secret');
    symlinkSync(join(dataDir, 'eve.db'), join(dataDir, 'import', 'link.mbox'));
    symlinkSync('/', join(dataDir, 'import', 'root'));
  });
  afterAll(() => rmSync(dataDir, { recursive: true }));

  test('finds files in the import folder, by their name or by their whole path', async () => {
    expect(await openImport(dataDir, 'all.mbox')).toBe(join(dataDir, 'import', 'all.mbox'));
    expect(await openImport(dataDir, './mails/../mails')).toBe(join(dataDir, 'import', 'mails'));
    expect(await openImport(dataDir, join(dataDir, 'import', 'all.mbox'))).toBe(join(dataDir, 'import', 'all.mbox'));
  });

  test.each([
    '../eve.db',
    '..',
    '/etc/passwd',
    'link.mbox',
    'root/etc/passwd',
    'root',
    'missing.mbox',
    'a\0b',
    'mails/../../eve.db',
    '/',
  ])('openImport does not find files elsewhere: %j', async (path) => {
    await expect(openImport(dataDir, path)).rejects.toMatchObject({ code: 'source_unreachable' });
  });

  test('finds files where the data folder itself is a link', async () => {
    const link = `${dataDir}-link`;
    symlinkSync(dataDir, link);
    try {
      expect(await openImport(link, 'all.mbox')).toBe(join(dataDir, 'import', 'all.mbox'));
    } finally {
      rmSync(link);
    }
  });
});

describe('parseSource', () => {
  test.each([
    ['greenhouse:acme', { kind: 'greenhouse', board: 'acme' }],
    ['lever:acme-inc', { kind: 'lever', board: 'acme-inc' }],
    ['ashby:Acme Inc', { kind: 'ashby', board: 'Acme Inc' }],
    ['mbox:all.mbox', { kind: 'mbox', path: 'all.mbox' }],
    ['eml-dir:mails', { kind: 'eml-dir', path: 'mails' }],
    ['gmail', { kind: 'gmail', search: expect.stringContaining('from:linkedin.com') }],
    ['gmail:label:jobs ', { kind: 'gmail', search: 'label:jobs' }],
  ])('parseSource accepts %s', (text, expected) => {
    expect(parseSource(text)).toMatchObject({ name: text, ...expected });
  });

  test.each([
    'gmail:',
    'greenhouse:',
    'greenhouse:../x',
    'lever:a/b',
    'ashby:a?b',
    'workday:acme',
    '',
    ':',
    'file:/etc/passwd',
  ])('parseSource refuses %j', (text) => {
    expect(() => parseSource(text)).toThrow(expect.objectContaining({ code: 'unknown_source', status: 400 }));
  });
});

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPackage, loadPackage, missingPackage } from './load-package.ts';

const agent = 'claude';
let from: string;

/** Installs a package that is nothing but its entries. */
function install(packageName: string, manifest: object, files: Record<string, string>): void {
  const folder = join(from, 'node_modules', packageName);
  for (const [name, text] of Object.entries({
    'package.json': JSON.stringify({ type: 'module', ...manifest }),
    ...files,
  })) {
    mkdirSync(join(folder, name, '..'), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
}

beforeAll(() => {
  from = mkdtempSync(join(tmpdir(), 'posthouse-load-'));
  const code = (name: string): string => `export const name = '${name}';`;
  install('@x/plain', { main: './main.js' }, { 'main.js': code('plain'), 'deep/inner.js': code('deep') });
  install('@x/bare', {}, { 'index.js': code('bare') });
  install('@x/one', { exports: './one.js' }, { 'one.js': code('one') });
  install('@x/imported', { exports: { '.': { types: './a.d.ts', import: './a.js' } } }, { 'a.js': code('imported') });
  install(
    '@x/nested',
    { exports: { '.': { node: { require: './no.cjs', import: './n.js' } } } },
    { 'n.js': code('nested') },
  );
  install(
    '@x/patterns',
    { exports: { './v2': './v2.js', './api/*': { import: './dist/*.js' } } },
    {
      'v2.js': code('v2'),
      'dist/one.lazy.js': code('pattern'),
    },
  );
});
afterAll(() => rmSync(from, { recursive: true }));

describe('loadPackage', () => {
  it.each([
    ['@x/plain', undefined, 'plain'],
    ['@x/plain', './deep/inner.js', 'deep'],
    ['@x/bare', undefined, 'bare'],
    ['@x/one', undefined, 'one'],
    ['@x/imported', undefined, 'imported'],
    ['@x/nested', undefined, 'nested'],
    ['@x/patterns', './v2', 'v2'],
    ['@x/patterns', './api/one.lazy', 'pattern'],
  ])('loads %s, entry %s', async (packageName, entry, name) => {
    expect(await loadPackage({ agent, packageName, entry, from })).toMatchObject({ name });
  });

  it('says what to install when a package is missing', async () => {
    await expect(loadPackage({ agent, packageName: '@x/missing', from })).rejects.toMatchObject({
      code: 'agent_unavailable',
      message: 'The agent "claude" needs the package @x/missing. Install it with "npm install @x/missing".',
    });
  });

  it.each([
    ['@x/patterns', undefined],
    ['@x/patterns', './other'],
    ['@x/one', './two'],
  ])('says the same when %s has no entry %s', async (packageName, entry) => {
    await expect(loadPackage({ agent, packageName, entry, from })).rejects.toMatchObject({ code: 'agent_unavailable' });
  });
});

describe('findPackage', () => {
  it('searches the given folder and its own, and nowhere else', () => {
    expect(findPackage({ packageName: '@x/plain', from })).toBe(join(from, 'node_modules/@x/plain'));
    expect(findPackage({ packageName: 'zod' })).toMatch(/zod$/);
    expect(findPackage({ packageName: '@x/plain' })).toBeUndefined();
  });
});

describe('missingPackage', () => {
  it('names the package in its details', () => {
    expect(missingPackage({ agent, packageName: '@x/y' }).details).toEqual({ package: '@x/y' });
  });
});

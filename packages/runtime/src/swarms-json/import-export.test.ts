import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { root as samples } from './__fixtures__/samples.ts';
import * as tools from './__fixtures__/tools.ts';
import { importExport } from './import-export.ts';

let folder: string;
let root: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-import-'));
  root = join(folder, 'root');
  await mkdir(join(root, 'deep'), { recursive: true });
  await mkdir(join(root, '..hidden'));
  await writeFile(join(root, 'inside.mjs'), 'export const value = "inside";');
  await writeFile(join(root, 'deep', 'er.mjs'), 'export default { list: ["deep"] };');
  await writeFile(join(root, '..hidden', 'inside.mjs'), 'export const value = "dotted";');
  await writeFile(join(root, 'with space.mjs'), 'export const value = "odd";');
  await writeFile(join(folder, 'outside.mjs'), 'export const value = "outside";');
  await symlink(join(folder, 'outside.mjs'), join(root, 'link-out.mjs'));
  await symlink(folder, join(root, 'folder-out'));
  await symlink(join(root, 'inside.mjs'), join(root, 'link-in.mjs'));
  await symlink(root, join(folder, 'other-way-in'));
});

afterAll(() => rm(folder, { recursive: true }));

describe('importExport', () => {
  test.each(Object.entries(tools))('gives the export %s of a TypeScript file', async (exportName, value) => {
    expect(await importExport({ root: samples, file: './tools.ts', exportName })).toBe(value);
  });

  test('follows dots into the export', async () => {
    expect(await importExport({ root: samples, file: 'tools.ts', exportName: 'prompts.clerk' })).toBe(
      tools.prompts.clerk,
    );
    expect(await importExport({ root, file: 'deep/er.mjs', exportName: 'default.list.0' })).toBe('deep');
  });

  test.each([
    ['./inside.mjs', 'inside'],
    ['deep/../inside.mjs', 'inside'],
    ['link-in.mjs', 'inside'],
    ['..hidden/inside.mjs', 'dotted'],
    ['with space.mjs', 'odd'],
  ])('finds a file by the path %s', async (file, value) => {
    expect(await importExport({ root, file, exportName: 'value' })).toBe(value);
  });

  test('accepts a root that is itself a link', async () => {
    expect(await importExport({ root: join(folder, 'other-way-in'), file: 'inside.mjs', exportName: 'value' })).toBe(
      'inside',
    );
  });
});

describe('files elsewhere', () => {
  test.each(['../outside.mjs', 'deep/../../outside.mjs', '..', '.', './', '../root/../outside.mjs'])(
    'the path %s is refused as outside of the root',
    async (file) => {
      await expect(importExport({ root, file, exportName: 'value' })).rejects.toThrow(
        `'${file}' is outside of the root folder`,
      );
    },
  );

  test.each(['link-out.mjs', 'folder-out/outside.mjs'])('the link %s out of the root is refused', async (file) => {
    await expect(importExport({ root, file, exportName: 'value' })).rejects.toThrow(
      `'${file}' is a link to somewhere outside of the root folder`,
    );
  });

  test.each([
    '/etc/passwd',
    'C:\\tools.ts',
    '\\\\server\\share\\tools.ts',
    'file:///etc/passwd',
    'node:fs',
    'https://x.org/a.js',
    'data:text/javascript,1',
  ])('the path %s is refused, since it is not relative', async (file) => {
    await expect(importExport({ root, file, exportName: 'value' })).rejects.toThrow(
      `'${file}' must be a path relative to the root folder`,
    );
  });

  test('a file in a folder whose name merely starts like the root is refused', async () => {
    await mkdir(`${root}-more`);
    await writeFile(join(`${root}-more`, 'a.mjs'), 'export const value = 1;');
    await expect(importExport({ root, file: '../root-more/a.mjs', exportName: 'value' })).rejects.toThrow('is outside');
  });
});

describe('a missing file or export', () => {
  test.each(['missing.ts', 'deep/missing.ts', 'inside.mjs/more', 'nul\0byte.ts'])(
    'the path %j is reported',
    async (file) => {
      await expect(importExport({ root, file, exportName: 'value' })).rejects.toThrow(
        `there is no file '${file}' in the root folder`,
      );
    },
  );

  test('a folder is not a file', async () => {
    await expect(importExport({ root, file: 'deep', exportName: 'value' })).rejects.toThrow("'deep' is not a file");
  });

  test('a root that does not exist is reported', async () => {
    const nowhere = join(folder, 'nowhere');
    await expect(importExport({ root: nowhere, file: 'a.ts', exportName: 'value' })).rejects.toThrow(
      `the root folder '${nowhere}' cannot be read`,
    );
  });

  test('a missing export is reported with a suggestion', async () => {
    await expect(importExport({ root: samples, file: 'tools.ts', exportName: 'frankin' })).rejects.toThrow(
      "'tools.ts' has no export 'frankin'. Did you mean 'franking'?",
    );
  });

  test.each([
    'prompts.nobody',
    'prompts.clerk.length',
    'prompts.toString',
    'franking.constructor',
    'prompts.nothing.x',
    'default',
  ])('the missing export %s is reported', async (exportName) => {
    await expect(importExport({ root: samples, file: 'tools.ts', exportName })).rejects.toThrow(
      `'tools.ts' has no export '${exportName}'.`,
    );
  });

  test('a module that fails says why and keeps the cause', async () => {
    await expect(import('./__fixtures__/broken-module.ts')).rejects.toThrow('this module never loads');
    const load = importExport({ root: samples, file: 'broken-module.ts', exportName: 'anything' });
    await expect(load).rejects.toThrow("'broken-module.ts' cannot be loaded: this module never loads");
    await expect(load).rejects.toMatchObject({ cause: { message: 'this module never loads' } });
  });
});

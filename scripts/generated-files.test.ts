import { readdir, readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { toGeneratedFiles } from './generated-files.ts';

const root = new URL('../', import.meta.url);

test.each(Object.entries(toGeneratedFiles()))('%s is what `npm run generate` writes', async (path, text) => {
  expect(await readFile(new URL(path, root), 'utf8')).toBe(text);
});

test('no schema file is left over from an earlier generation', async () => {
  const files = await readdir(new URL('packages/protocol/schemas/', root));
  const made = Object.keys(toGeneratedFiles()).map((path) => path.split('/').at(-1));
  expect(files.filter((file) => !made.includes(file))).toEqual([]);
});

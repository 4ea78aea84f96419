import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { agents } from '@posthouse/agents';
import { expect, test } from 'vitest';
import { programsOf, runPrinted } from './docs/printed-programs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = await readFile(`${root}docs/adapters.md`, 'utf8');
const programs = programsOf('docs/adapters.md');

test('docs/adapters.md has programs', () => {
  expect(programs).toHaveLength(4);
});

test.each(programs)('docs/adapters.md has a program that prints what it says: %#', async (program) => {
  const { done, said } = await runPrinted(program);
  expect(done).toEqual(said);
});

test('docs/adapters.md names every agent of the package in each of its two tables', () => {
  const listed = [...page.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name!);
  expect(listed).toEqual([...agents.names, ...agents.names]);
});

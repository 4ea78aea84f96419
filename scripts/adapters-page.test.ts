import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { agents } from '@posthouse/chat/agents';
import { expect, test } from 'vitest';
import { programsOf, runPrinted } from './docs/printed-programs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = await readFile(`${root}docs/adapters.md`, 'utf8');
const programs = programsOf('docs/adapters.md');

test('there are programs on the page', () => {
  expect(programs).toHaveLength(4);
});

test.each(programs)('a program of the page about adapters prints what it says: %#', async (program) => {
  const { done, said } = await runPrinted(program);
  expect(done).toEqual(said);
});

test('each of its two tables names every agent that comes with the package', () => {
  const listed = [...page.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name!);
  expect(listed).toEqual([...agents.names, ...agents.names]);
});

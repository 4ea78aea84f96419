import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { agents } from '@posthouse/chat/agents';
import { expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = await readFile(`${root}docs/adapters.md`, 'utf8');
const programs = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]!);

/** What a program says that it prints: the comment behind each `console.log`. */
function toExpected(program: string): string {
  return [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => `${match[1]}\n`).join('');
}

test('there are programs on the page', () => {
  expect(programs).toHaveLength(4);
});

test.each(programs)('a program of the page about adapters prints what it says: %#', async (program) => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { cwd: root });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const [code] = await once(child, 'close');
  expect({ code, output }, complaints).toEqual({ code: 0, output: toExpected(program) });
  expect(output).not.toBe('');
});

test('each of its two tables names every agent that comes with the package', () => {
  const listed = [...page.matchAll(/^\| `([a-z-]+)` /gm)].map(([, name]) => name!);
  expect(listed).toEqual([...agents.names, ...agents.names]);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@posthouse/client';
import { quiet, startServer } from '@posthouse/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clerks } from '../packages/server/src/__fixtures__/clerks.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = await readFile(`${root}docs/client.md`, 'utf8');
const programs = [...page.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]!);

let server: Awaited<ReturnType<typeof startServer>>;
beforeAll(async () => {
  server = await startServer(clerks(), {
    port: 0,
    databaseURL: 'sqlite::memory:',
    logger: quiet,
    handleSignals: false,
  });
});
afterAll(() => server.stop());

/** What a program says that it prints: the comment behind each `console.log`. */
function toExpected(program: string): string {
  return [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => `${match[1]}\n`).join('');
}

test.each(programs)('a program of the page about the client prints what it says: %#', async (program) => {
  const env = { ...process.env, POSTHOUSE_URL: server.url, POSTHOUSE_TOKEN: server.tokens!.user };
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { cwd: root, env });
  let output = '';
  let complaints = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
  const [code] = await once(child, 'close');
  expect({ code, output }, complaints).toEqual({ code: 0, output: toExpected(program) });
  expect(output).not.toBe('');
});

test('its table names every method of the client', () => {
  const table = page.slice(page.indexOf('## Methods'), page.indexOf('## Other MAIL servers'));
  const missing = Object.keys(createClient({ baseUrl: 'http://host' })).filter((name) => !table.includes(`\`${name}(`));
  expect(missing).toEqual([]);
});

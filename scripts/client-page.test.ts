import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { createClient } from '@posthouse/client';
import { quiet, startServer } from '@posthouse/server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clerks } from '../packages/server/src/__fixtures__/clerks.ts';
import { programsOf, runPrinted } from './docs/printed-programs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = await readFile(`${root}docs/client.md`, 'utf8');

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

test.each(programsOf('docs/client.md'))(
  'docs/client.md has a program that prints what it says: %#',
  async (program) => {
    const { done, said } = await runPrinted(program, {
      env: { POSTHOUSE_URL: server.url, POSTHOUSE_TOKEN: server.tokens!.user },
    });
    expect(done).toEqual(said);
  },
);

test('docs/client.md names every method of the client in its table', () => {
  const table = page.slice(page.indexOf('## Methods'), page.indexOf('## Other MAIL servers'));
  const missing = Object.keys(createClient({ baseURL: 'http://host' })).filter((name) => !table.includes(`\`${name}(`));
  expect(missing).toEqual([]);
});

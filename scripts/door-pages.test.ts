import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { quiet, startServer } from '@posthouse/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clerks } from '../packages/server/src/__fixtures__/clerks.ts';
import { documentedRoutes } from '../packages/server/src/openapi/documented-routes.ts';
import { programsOf, runPrinted } from './docs/printed-programs.ts';
import { toTool } from '../packages/server/src/doors/mcp/to-tool.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (page: string): string => readFileSync(`${root}docs/${page}`, 'utf8');

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

describe.each(['docs/openai.md', 'docs/mcp.md'])('the page %s', (page) => {
  test.each(programsOf(page))('a program of the page prints what it says: %#', async (program) => {
    const token = server.tokens!.user;
    const posthouse = { POSTHOUSE_URL: server.url, POSTHOUSE_TOKEN: token };
    const env = { ...posthouse, OPENAI_BASE_URL: `${server.url}/v1`, OPENAI_API_KEY: token };
    // Imports are looked for where the server has its own.
    const { done, said } = await runPrinted(program, { folder: 'packages/server', env });
    expect(done).toEqual(said);
  });
});

test('docs/openai.md names every route of the OpenAI API', () => {
  const routes = documentedRoutes.filter(({ door }) => door === 'openai').map(({ path }) => path);
  const missing = routes.filter((path) => !read('openai.md').includes(path.replace(/\{\w+\}/, '{id}')));
  expect([routes.length > 4, missing]).toEqual([true, []]);
});

test('docs/mcp.md explains every argument and every key of a result', () => {
  const { inputSchema, outputSchema } = toTool('desk', clerks());
  const names = [...Object.keys(inputSchema.properties!), ...Object.keys(outputSchema!.properties!)];
  expect(names.filter((name) => !read('mcp.md').includes(`| \`${name}\``))).toEqual([]);
});

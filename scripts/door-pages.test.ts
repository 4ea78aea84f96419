import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { quiet, startServer } from '@posthouse/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clerks } from '../packages/server/src/__fixtures__/clerks.ts';
import { documentedRoutes } from '../packages/server/src/openapi/documented-routes.ts';
import { toTool } from '../packages/server/src/doors/mcp/to-tool.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (page: string): string => readFileSync(`${root}docs/${page}`, 'utf8');
const programsOf = (page: string): string[] =>
  [...read(page).matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text]) => text!);

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
  return [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => `${text}\n`).join('');
}

async function run(program: string): Promise<{ code: unknown; output: string; complaints: string }> {
  const token = server.tokens!.user;
  const env = {
    ...process.env,
    NO_COLOR: '1',
    POSTHOUSE_URL: server.url,
    POSTHOUSE_TOKEN: token,
    OPENAI_BASE_URL: `${server.url}/v1`,
    OPENAI_API_KEY: token,
  };
  // Imports are looked for where the server has its own.
  const cwd = `${root}packages/server`;
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { cwd, env });
  const [output, complaints] = [child.stdout, child.stderr].map((stream) => {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    return () => Buffer.concat(chunks).toString();
  });
  const [code] = (await once(child, 'close')) as [unknown];
  return { code, output: output!(), complaints: complaints!() };
}

describe.each(['openai.md', 'mcp.md'])('%s', (page) => {
  test.each(programsOf(page))('has a program that prints what it says: %#', async (program) => {
    const { code, output, complaints } = await run(program);
    expect({ code, output }, complaints).toEqual({ code: 0, output: toExpected(program) });
    expect(output).not.toBe('');
  });
});

test('openai.md names every route of its door', () => {
  const routes = documentedRoutes.filter(({ door }) => door === 'openai').map(({ path }) => path);
  const missing = routes.filter((path) => !read('openai.md').includes(path.replace(/\{\w+\}/, '{id}')));
  expect([routes.length > 4, missing]).toEqual([true, []]);
});

test('mcp.md explains every argument and every key of a result', () => {
  const { inputSchema, outputSchema } = toTool('desk', clerks());
  const names = [...Object.keys(inputSchema.properties!), ...Object.keys(outputSchema!.properties!)];
  expect(names.filter((name) => !read('mcp.md').includes(`| \`${name}\``))).toEqual([]);
});

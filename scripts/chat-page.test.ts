import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { quiet, startServer } from '@posthouse/server';
import { transform } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clerks } from '../packages/server/src/__fixtures__/clerks.ts';
import { documentedRoutes } from '../packages/server/src/openapi/documented-routes.ts';
import { programsOf, runPrinted } from './docs/printed-programs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = await readFile(`${root}docs/chat.md`, 'utf8');

const pages = programsOf('docs/chat.md', 'tsx').map((block, index) => [index === 0 ? 7 : 6, block] as const);

const SHOW = `
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
const taken = { type: 'text', text: 'A tale that is cut', providerMetadata: { mail: { retracted: true } } };
const messages = [{ id: 'm', role: 'assistant', parts: [taken, { type: 'text', text: 'The tale.' }] }];
const shown = renderToStaticMarkup(createElement(Conversation, { id: 'c', token: 't', messages }));
console.log(shown.split('<button>')[0]); // <p>The tale.</p>
`;

describe('the programs of docs/chat.md', () => {
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

  test.each(programsOf('docs/chat.md'))('a program of docs/chat.md prints what it says: %#', async (program) => {
    const { done, said } = await runPrinted(program, {
      env: { POSTHOUSE_URL: server.url, POSTHOUSE_TOKEN: server.tokens!.user },
    });
    expect(done).toEqual(said);
  });

  // A browser runs these pages in e2e/browser; here, what they show of an answer of which something was taken back.
  test.each(pages)('a page of docs/chat.md shows what counts, with AI SDK %i', async (version, block) => {
    const { code } = await transform(block, { loader: 'tsx', jsx: 'automatic', format: 'esm' });
    const program = version === 6 ? code.replace('"@ai-sdk/react"', '"@ai-sdk/react-6"') : code;
    const { done, said } = await runPrinted(`${program}\n${SHOW}`);
    expect(done).toEqual(said);
  });
});

describe('docs/chat.md', () => {
  test('names every route, and none that does not exist', () => {
    const known = documentedRoutes
      .filter(({ path }) => path.startsWith('/chat'))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const table = page.slice(page.indexOf('## Routes'), page.indexOf('## What is in a message'));
    const named = [...table.matchAll(/^\| `([A-Z]+ \/[^`]+)`/gm)].map(([, route]) => route!);
    expect(named.toSorted()).toEqual(known.toSorted());
  });
});

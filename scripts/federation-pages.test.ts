import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { parseArguments } from '../packages/server/src/cli/arguments/parse-arguments.ts';
import { COMMANDS } from '../packages/server/src/cli/commands.ts';
import { SETTINGS } from '../packages/server/src/config/settings.ts';
import { signRequest } from '../packages/server/src/federation/trust/signed-request.ts';
import { SigningKey } from '../packages/server/src/federation/trust/signing-key.ts';
import { documentedRoutes } from '../packages/server/src/openapi/documented-routes.ts';
import { programsOf, runPrinted } from './docs/printed-programs.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const pages = await Promise.all(['federation', 'registry'].map((name) => readFile(`${root}docs/${name}.md`, 'utf8')));
const text = pages.join('\n');
const programs = ['federation', 'registry'].flatMap((name) => programsOf(`docs/${name}.md`));

describe('the pages about other servers', () => {
  test.each(programs)('a program of the pages prints what it says: %#', async (program) => {
    const { done, said } = await runPrinted(program);
    expect(done).toEqual(said);
  });

  test('the pages show command lines that can be parsed', async () => {
    const lines = [...text.matchAll(/^posthouse ([^#\n]*?)\s*(?:#.*)?$/gm)].map((match) => match[1]!);
    expect(lines.length).toBeGreaterThan(6);
    for (const line of lines) {
      const [name = '', ...words] = line.match(/'[^']*'|\S+/g) ?? [];
      const { spec } = COMMANDS[name]!;
      expect(parseArguments(spec, words), line).toMatchObject({ help: false });
    }
  });

  test('the pages name settings, routes and headers that exist', () => {
    const keys = Object.values(SETTINGS).map(({ key }) => key as string);
    const settings = [...new Set(text.match(/server\.(?:peers|swarm)\.\w+/g))];
    expect(settings.length).toBeGreaterThan(6);
    expect(settings.filter((key) => !keys.includes(key))).toEqual([]);
    const routes = [...text.matchAll(/`((?:GET|POST) \/[^`?]*)`/g)].map(([, route]) => route!);
    const known = documentedRoutes.map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    expect(routes.length).toBeGreaterThan(6);
    expect(routes.filter((route) => !known.includes(route))).toEqual([]);
    const headers = Object.keys(signRequest({ method: 'GET', path: '/', body: '' }, SigningKey.create()));
    expect([...new Set(text.match(/Mail-[A-Z]\w+(?:-\w+)?/g))].toSorted()).toEqual(headers.toSorted());
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { quiet, startServer } from '@posthouse/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clerks } from '../packages/server/src/__fixtures__/clerks.ts';
import { documentedRoutes } from '../packages/server/src/openapi/documented-routes.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const page = await readFile(`${root}docs/chat.md`, 'utf8');
const blocks = (language: string): string[] =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``, 'g'))].map((match) => match[1]!);

describe('the programs of the page about the chat', () => {
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

  test.each(blocks('ts'))('print what they say: %#', async (program) => {
    const env = { ...process.env, POSTHOUSE_URL: server.url, POSTHOUSE_TOKEN: server.tokens!.user };
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], { cwd: root, env });
    let output = '';
    let complaints = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (complaints += chunk.toString()));
    const [code] = await once(child, 'close');
    const said = [...program.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map((match) => `${match[1]}\n`).join('');
    expect({ code, output }, complaints).toEqual({ code: 0, output: said });
    expect(output).not.toBe('');
  });

  // Pages are looked at in a browser elsewhere; here, whether there is what they take for granted.
  test.each(blocks('tsx').map((block, index) => [index === 0 ? 7 : 6, block] as const))(
    'import what there is, with AI SDK %i',
    async (version, program) => {
      const imports = [...program.matchAll(/^import \{([^}]*)\} from '([^']+)';$/gm)];
      expect(imports.length).toBeGreaterThan(2);
      for (const [, names, from] of imports) {
        const name = version === 6 ? from!.replace(/^(ai|@ai-sdk\/react)$/, '$1-6') : from!;
        const module = (await import(name)) as Record<string, unknown>;
        const values = names!.split(',').filter((each) => !each.includes('type '));
        for (const value of values) expect(module).toHaveProperty(value.trim());
      }
    },
  );
});

describe('the page about the chat', () => {
  test('names every route, and none that does not exist', () => {
    const known = documentedRoutes
      .filter(({ path }) => path.startsWith('/chat'))
      .map(({ method, path }) => `${method.toUpperCase()} ${path}`);
    const table = page.slice(page.indexOf('## Routes'), page.indexOf('## What is in a message'));
    const named = [...table.matchAll(/^\| `([A-Z]+ \/[^`]+)`/gm)].map(([, route]) => route!);
    expect(named.toSorted()).toEqual(known.toSorted());
  });
});

import { fileURLToPath } from 'node:url';
import { createContext, runInContext } from 'node:vm';
import { build, type Rolldown } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Play, PlayServer, sendJSON, startSSE } from './__fixtures__/play-server.ts';
import { eventsAfter, eventsUpTo, taskEvents, toNames, toText } from './__fixtures__/recorded.ts';

/** The package as a browser gets it: one minified script without imports. */
async function bundle(): Promise<string> {
  const output = (await build({
    configFile: false,
    logLevel: 'silent',
    root: fileURLToPath(new URL('..', import.meta.url)),
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: { entry: fileURLToPath(new URL('index.ts', import.meta.url)), formats: ['iife'], name: 'posthouse' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunks = output.flatMap((each) => each.output);
  expect(chunks).toHaveLength(1);
  return (chunks[0] as Rolldown.OutputChunk).code;
}

/** What a page has and the client needs; nothing else is there. `fetch` refuses to be a method, as the browser's does. */
function toPage(code: string): object {
  const page = createContext({
    AbortController,
    TextDecoder,
    setTimeout,
    clearTimeout,
    fetch(this: unknown, ...given: Parameters<typeof fetch>) {
      if (this !== undefined && this !== page && runInContext('globalThis', page) !== this) {
        throw new TypeError('Illegal invocation');
      }
      return fetch(...given);
    },
  });
  runInContext(code, page);
  return page;
}

describe('the client in a browser', () => {
  let code = '';
  beforeAll(async () => {
    code = await bundle();
  });

  const run = (body: string, play: Play): Promise<unknown> =>
    PlayServer.start(play).then(async (server) => {
      await using _ = server;
      const program = `(async () => {
        const client = posthouse.createClient({ baseURL: '${server.url}', token: 't', streams: { firstWaitMs: 1 } });
        ${body}
      })().then((value) => JSON.stringify(value))`;
      return JSON.parse((await runInContext(program, toPage(code))) as string);
    });

  // What it weighs is checked by `npm run check:bundles`, on the package as it is published.
  test('the client bundles to one script without a trace of Node', () => {
    expect(code).not.toMatch(/node:|require\(|process\.|Buffer\b|__dirname/);
    expect(code).not.toMatch(/^\s*import\b/m);
  });

  test('loads where there are no globals at all', () => {
    const empty = createContext({ posthouse: undefined });
    runInContext(code, empty);
    expect(runInContext('typeof posthouse.createClient', empty)).toBe('function');
    expect(() => runInContext(`posthouse.createClient({ baseURL: 'http://host' })`, empty)).not.toThrow();
  });

  test('says that fetch is missing where it is', async () => {
    const page = createContext({ AbortController, TextDecoder, setTimeout, clearTimeout });
    runInContext(code, page);
    const program = `posthouse.createClient({ baseURL: 'http://host' }).ping().catch((error) => error.message)`;
    expect(await runInContext(program, page)).toBe('this platform has no fetch; pass one to createClient');
  });

  test('sends requests and reads answers', async () => {
    expect(
      await run('return client.whoami()', (_, response) => sendJSON(response, { id: 'ada', role: 'user' })),
    ).toEqual({
      id: 'ada',
      role: 'user',
    });
  });

  test('gives the error message of the server', async () => {
    const body = 'return client.whoami().catch((error) => [error.code, error.status, error.message])';
    expect(await run(body, (_, response) => sendJSON(response, { detail: 'no' }, 401))).toEqual([
      'unauthenticated',
      401,
      'no',
    ]);
  });

  test('follows a task across a cut', async () => {
    const body = `
      const seen = [];
      for await (const frame of client.follow('task-1')) seen.push(frame.id ?? frame.event);
      return seen;`;
    const seen = await run(body, ({ query }, response) => {
      if (query.after !== undefined) return startSSE(response).end(toText(...eventsAfter(query.after)));
      startSSE(response).write(toText(...eventsUpTo('2')));
      return setTimeout(() => response.destroy(), 10);
    });
    expect(seen).toEqual(toNames(taskEvents));
  });
});

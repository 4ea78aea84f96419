import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningServer } from '../start-options.ts';
import { type Child, runPosthouse, startPosthouse } from './__fixtures__/run-posthouse.ts';
import { startTestServer } from './__fixtures__/test-server.ts';
import { testTerminal } from './__fixtures__/test-terminal.ts';
import { main } from './main.ts';

const here = fileURLToPath(new URL('.', import.meta.url));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-command-'));
  await symlink(resolve(here, '../../../../node_modules'), join(folder, 'node_modules'));
  await main(['init'], testTerminal({ folder }));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('a development server', () => {
  let server: Child;
  beforeAll(async () => {
    server = startPosthouse(['server', '--reload', '-p', '0', '--database-url', 'sqlite::memory:'], { folder });
    await server.says(/curl -N/);
  });
  afterAll(() => void server.process.kill('SIGKILL'));

  test('prints its address, its tokens and commands to paste', () => {
    expect(server.output()).toMatch(/http:\/\/127\.0\.0\.1:\d+ serves the swarm 'starter' in development/);
    expect(server.output()).toMatch(/ph_user_\S+/);
  });

  test('commands that name no server find the development server', async () => {
    const [ping, run, client] = await Promise.all([
      runPosthouse(['ping'], { folder }),
      runPosthouse(['run', 'Roll 2 dice.'], { folder }),
      runPosthouse(['client'], { folder, input: 'whoami\nmessage Roll 1 die.\n' }),
    ]);
    expect(ping).toEqual({ code: 0, output: '✓ starter is healthy\n', complaints: '' });
    expect(run).toMatchObject({
      code: 0,
      output: expect.stringMatching(
        /^supervisor → dice[\s\S]*\ndice runs roll_dice\(.*\)\n[\s\S]*answer: The dice show /,
      ),
    });
    expect(client).toMatchObject({
      code: 0,
      output: expect.stringMatching(/^You are user dev-user\.\nThe dice show [1-6]: /),
    });
  });

  test('stops cleanly, and leaves nothing to be found', async () => {
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    expect(existsSync(join(folder, '.posthouse/dev.json'))).toBe(false);
  });
});

test('a server reads prompts from hosts that the environment or its configuration file names', async () => {
  const asked: string[] = [];
  const web = createServer((request, response) => {
    asked.push(request.url!);
    response.end('You lead.');
  });
  await new Promise<void>((done) => void web.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
  const params = { llm: 'openai/gpt-5-mini', system: `url::${origin}/prompt` };
  const boss = { name: 'boss', comm_targets: [], enable_entrypoint: true, can_complete_tasks: true };
  const swarm = { name: 'prompted', version: '1.0.0', entrypoint: 'boss', agents: [{ ...boss, agent_params: params }] };
  await writeFile(join(folder, 'prompted.json'), JSON.stringify([swarm]));
  await writeFile(join(folder, 'prompted.toml'), `[server.swarm]\nfetch_from = ["${origin}"]\n`);
  const words = ['server', '-s', 'prompted.json', '-n', 'prompted', '-p', '0', '--database-url', 'sqlite::memory:'];
  const environment = { MAIL_SWARM_FETCH_FROM: '127.0.0.1' };
  for (const options of [
    { folder, environment },
    { folder, environment: { MAIL_CONFIG_PATH: join(folder, 'prompted.toml') } },
  ]) {
    const server = startPosthouse(words, options);
    await server.says(/serves the swarm 'prompted'/);
    server.process.kill('SIGKILL');
    await server.ended;
  }
  web.close();
  expect(asked).toEqual(['/prompt', '/prompt']);
});

describe('posthouse run in a shell', () => {
  let server: RunningServer;
  beforeAll(async () => {
    server = await startTestServer();
  });
  afterAll(() => server.stop());

  test('cancels the task on Ctrl-C and exits with 130', async () => {
    const environment = { MAIL_BASE_URL: server.url, MAIL_API_KEY: server.tokens!.user };
    const child = startPosthouse(['run', 'wait'], { folder, environment });
    await child.says(/boss runs wait/);
    child.process.kill('SIGINT');
    expect(await child.ended).toBe(130);
    expect(child.output()).toContain('cancelled: ');
  });

  test('posthouse run does not fail when the reader of its output leaves early', async () => {
    const link = `swarm://connect?server=127.0.0.1:${server.port}&token=${server.tokens!.user}`;
    const child = startPosthouse(['run', '--json', '-u', link, 'delegate x'], { folder });
    child.process.stdout!.once('data', () => child.process.stdout!.destroy());
    expect(await child.ended).toBe(0);
    expect(child.complaints()).toBe('');
  });
});

describe('posthouse ping', () => {
  test("explains what is wrong with a server, in MAIL's words", async () => {
    const web = createServer((request, response) => {
      if (request.url?.startsWith('/busy') === true) response.writeHead(503).end('{"detail":"later"}');
      else response.end('<html>Hello</html>');
    });
    await new Promise<void>((done) => void web.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(web.address() as AddressInfo).port}`;
    const ping = async (...words: string[]) => {
      const terminal = testTerminal({ folder });
      return [await main(['ping', ...words], terminal), terminal.said()];
    };
    try {
      expect(await ping(`${url}/busy`)).toEqual([1, '✗ Server returned 503\n']);
      expect(await ping(url)).toEqual([1, expect.stringMatching(/^✗ Error: /)]);
    } finally {
      await new Promise((done) => web.close(done));
    }
    expect(await ping(url, '-t', '1')).toEqual([1, `✗ Cannot connect to ${url}\n`]);
    expect(await ping(url, '--json')).toEqual([
      1,
      `${JSON.stringify({ url, reachable: false, error: `Cannot connect to ${url}` })}\n`,
    ]);
  });
});

describe('posthouse server', () => {
  test('explains what is wrong instead of starting', async () => {
    await using busy = await startTestServer();
    const serve = async (...words: string[]) => {
      const terminal = testTerminal({ folder });
      return {
        code: await main(['server', '--database-url', 'sqlite::memory:', '--log-level', 'silent', ...words], terminal),
        said: terminal.complained(),
      };
    };
    expect(await serve('-p', String(busy.port))).toEqual({ code: 1, said: expect.stringMatching(/^posthouse: .*\d+/) });
    expect(await serve('-p', '0', '-H', '0.0.0.0')).toEqual({
      code: 1,
      said: expect.stringContaining('listens on this machine only'),
    });
    expect(await serve('-p', '0', '-n', 'nobody')).toEqual({ code: 1, said: expect.stringContaining("'nobody'") });
    expect(await serve('-p', '0', '-s', 'roll-dice.ts')).toEqual({
      code: 2,
      said: expect.stringContaining("'roll-dice.ts' exports no swarm."),
    });
    await writeFile(join(folder, 'broken.json'), '[{"name": "x"}]');
    expect(await serve('-p', '0', '-s', 'broken.json')).toEqual({
      code: 1,
      said: expect.stringContaining('posthouse validate FILE'),
    });
  });
});

test('a command loads only the modules it needs', () => {
  const files = new Set<string>();
  const packages = new Set<string>();
  const visit = (file: string): void => {
    if (files.has(file)) return;
    files.add(file);
    for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(
      /^(?:import|export) (?!type )[^;]*?from '([^']+)';/gm,
    )) {
      if (name.startsWith('.')) visit(resolve(dirname(file), name));
      else packages.add(name);
    }
  };
  visit(resolve(here, '../bin/posthouse.ts'));
  visit(resolve(here, 'main.ts'));
  expect(files.size).toBeGreaterThan(6);
  expect(files.size).toBeLessThan(25);
  expect([...packages].filter((name) => !name.startsWith('node:'))).toEqual([]);
});

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { createClient } from '@posthouse/client';
import { PythonBridge } from '@posthouse/runtime';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runPosthouse, startPosthouse } from './cli/__fixtures__/run-posthouse.ts';
import { loadSource } from './cli/swarm-source/load-source.ts';
import { quiet } from './logging/quiet.ts';
import { startServer } from './start-server.ts';

const LIGHTHOUSE = join(import.meta.dirname, '__fixtures__/lighthouse');
const SOURCE = join(LIGHTHOUSE, 'swarms.json');
const HAS_PYTHON =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' }).status === 0;

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-lighthouse-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

// Python's cache beside a module has no place in the sources.
const environment = { PYTHONDONTWRITEBYTECODE: '1' };
const posthouse = (...words: string[]) => runPosthouse(words, { folder, environment });

/** Resolves when the server answers, and so listens to signals as well. */
async function isUp(server: ReturnType<typeof startPosthouse>): Promise<void> {
  await server.says(/curl -N/);
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(server.output())!;
  expect((await fetch(`${url}/health`)).status).toBe(200);
}

/** What `/swarms/load` says to a swarm with an action in Python. */
async function load(loadsPython: boolean) {
  const python = new PythonBridge({ folders: [LIGHTHOUSE], environment });
  const swarms = await loadSource(SOURCE, { folder, python, library: { actions: {}, prompts: {} } });
  await using server = await startServer(swarms, {
    port: 0,
    databaseURL: 'sqlite::memory:',
    auth: 'development',
    logger: quiet,
    handleSignals: false,
    python,
    loadsPython,
  });
  const client = createClient({ baseURL: server.url, token: server.tokens!.admin });
  const agent = {
    name: 'owl',
    comm_targets: [],
    enable_entrypoint: true,
    can_complete_tasks: true,
    agent_params: { llm: 'scripted/owl', system: 'python::lamp:TEXT' },
  };
  const swarm = { name: 'owlery', version: '1.0.0', entrypoint: 'owl', agents: [agent] };
  return await client.loadSwarm(swarm).then(
    () => 'loaded',
    (error: Error) => error.message,
  );
}

describe.skipIf(!HAS_PYTHON)('a swarm with Python code', () => {
  test('runs in the command, and what its code prints is not part of the output', async () => {
    const { code, output, complaints } = await posthouse('run', '-s', SOURCE, '--json', 'go');
    expect(complaints).toBe('the lamp is lit\n');
    expect(output).toContain('9 hours of light at lighthouse');
    expect(code).toBe(0);
  });

  test('a swarm with Python code is served, with Python ready before the server is', async () => {
    const words = ['server', '-s', SOURCE, '-p', '0', '--log-format', 'json'];
    const server = startPosthouse(words, { folder, environment });
    await server.says(/Python is ready/);
    await isUp(server);
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  test('a swarm with Python code is validated with everything that it names, and with the Python that was found', async () => {
    const { code, output } = await posthouse('validate', SOURCE);
    expect(output).toMatch(/2 swarms: .* with code for Python 3\.\d+\.\d+ \(.+\)\) ✓ valid/);
    expect(code).toBe(0);
  });

  test('the doctor names the Python that was found, and checks the swarms of the configuration with it', async () => {
    const { code, output } = await posthouse('doctor', '-s', SOURCE);
    expect(output).toMatch(/^✓ Node \d+\.\d+\.\d+\n✓ Python 3\.\d+\.\d+ \(.+\)\n.*2 swarms: .*✓ valid\n$/);
    expect(code).toBe(0);
  });

  test('a swarm with Python code may be loaded over HTTP only where that is allowed', async () => {
    expect(await load(false)).toContain("'python::lamp:TEXT' is refused");
    expect(await load(true)).toBe('loaded');
  });
});

describe('a swarm with Python code where there is no Python', () => {
  const sentence = "Python code cannot run here: './no-python' is not there. Install Python 3.9 or newer";

  test('a missing Python is one problem of the file', async () => {
    const { code, output } = await posthouse('validate', SOURCE, '--python', './no-python');
    expect(output).toContain('✗ 1 problem\n');
    expect(output).toContain(sentence);
    expect(code).toBe(1);
  });

  test('the doctor says that there is no Python, which is a problem only where swarms need it', async () => {
    const ill = await posthouse('doctor', '-s', SOURCE, '--python', './no-python');
    expect(ill.output).toContain(`– ${sentence}`);
    expect(ill.output).toContain('✗ 1 problem\n');
    expect(ill.code).toBe(1);
    const owl = { name: 'owl', comm_targets: [], enable_entrypoint: true, can_complete_tasks: true };
    const agents = [{ ...owl, agent_params: { llm: 'scripted/owl' } }];
    const plain = { name: 'owlery', version: '1.0.0', entrypoint: 'owl', agents };
    await writeFile(join(folder, 'plain.json'), JSON.stringify(plain));
    const well = await posthouse('doctor', '-s', 'plain.json', '--python', './no-python');
    expect(well.output).toContain('Only swarms that name Python code need it.\n');
    expect(well.output).toContain('✓ valid\n');
    expect(well.code).toBe(0);
  });

  test('a swarm without its Python is left out of a server, which serves the others', async () => {
    const words = ['server', '-s', SOURCE, '-p', '0', '--log-format', 'json', '--python', './no-python'];
    const server = startPosthouse(words, { folder, environment });
    await isUp(server);
    expect(server.output() + server.complaints()).toContain(`a swarm is left out: ${sentence}`);
    server.process.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  test('a swarm without its Python is not run, and the command says why', async () => {
    const words = ['run', '-s', SOURCE, '-n', 'lighthouse', '--python', './no-python', 'go'];
    const { code, complaints } = await posthouse(...words);
    expect(complaints).toContain(`The swarm 'lighthouse' is left out. ${sentence}`);
    expect(code).not.toBe(0);
  });

  test('a command says why nothing of a file can run, once', async () => {
    const [lighthouse] = JSON.parse(await readFile(SOURCE, 'utf8')) as { name: string }[];
    await writeFile(join(folder, 'alone.json'), JSON.stringify(lighthouse));
    const { code, complaints } = await posthouse('run', '-s', 'alone.json', '--python', './no-python', 'go');
    expect(complaints).toBe(`posthouse: ${sentence}, or name one with --python.\n`);
    expect(code).toBe(2);
  });
});

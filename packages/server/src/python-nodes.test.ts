import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@posthouse/client';
import { openStore, type Task } from '@posthouse/store';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Child, startPosthouse } from './cli/__fixtures__/run-posthouse.ts';

const HAS_PYTHON =
  spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))'], { stdio: 'ignore' }).status === 0;

/** Waits for a file to come, and leaves one when it begins; the same in both languages. */
const IN_PYTHON = `
import asyncio, os

async def wait(args):
    open("python-waits", "w").close()
    while not os.path.exists("tide"):
        await asyncio.sleep(0.02)
    return "high water"
`;
const IN_TYPESCRIPT = `
import { existsSync, writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

export async function wait(_, { signal }) {
  writeFileSync('typescript-waits', '');
  while (!existsSync('tide')) await setTimeout(20, undefined, { signal });
  return 'high water';
}

export const pilot = () => ({ inputs }) =>
  inputs.some(({ message }) => message.subject === '::action_complete::')
    ? { calls: [{ tool: 'task_complete', input: { finish_message: 'in port' } }] }
    : { calls: [{ tool: 'wait', input: {} }] };
`;

const toSwarm = (name: string, code: string) => ({
  name,
  version: '1.0.0',
  entrypoint: 'pilot',
  actions: [{ name: 'wait', description: 'Waits.', parameters: {}, function: code, idempotent: true }],
  agents: [
    {
      name: 'pilot',
      factory: 'module::./code.mjs:pilot',
      comm_targets: [],
      actions: ['wait'],
      enable_entrypoint: true,
      can_complete_tasks: true,
    },
  ],
});

/** Servers start slowly where others are at work. */
const SLOWLY = { timeout: 20_000 };

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-nodes-'));
  await writeFile(join(folder, 'code.py'), IN_PYTHON);
  await writeFile(join(folder, 'code.mjs'), IN_TYPESCRIPT);
  const swarms = [toSwarm('plain', 'module::./code.mjs:wait'), toSwarm('snake', 'python::code:wait')];
  await writeFile(join(folder, 'swarms.json'), JSON.stringify(swarms));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function start(...words: string[]): Promise<{ server: Child; url: string }> {
  const options = ['-p', '0', '--database-url', 'sqlite:nodes.db', '--drain-seconds', '0'];
  const server = startPosthouse(['server', ...options, ...words], {
    folder,
    environment: { PYTHONDONTWRITEBYTECODE: '1' },
  });
  await server.says(/curl -N/);
  return { server, url: /http:\/\/127\.0\.0\.1:\d+/.exec(server.output())![0] };
}

async function stop({ server }: { server: Child }): Promise<void> {
  server.process.kill('SIGTERM');
  await server.ended;
}

async function tasks(): Promise<Record<string, Task>> {
  await using store = await openStore(`sqlite:${join(folder, 'nodes.db')}`);
  const found = await Promise.all(
    ['plain', 'snake'].map(async (swarm) => {
      const [task] = await store.list({ swarm, role: 'user', id: 'dev-user' }, undefined, 10);
      return [swarm, task!] as const;
    }),
  );
  return Object.fromEntries(found);
}

test.skipIf(!HAS_PYTHON)('a server without Python leaves tasks of Python code to one that has it', async () => {
  const first = await start();
  const [token] = /ph_user_\S+/.exec(first.server.output())!;
  const client = createClient({ baseURL: first.url, token });
  const asked = ['plain', 'snake'].map((swarm) => client.postMessage({ body: 'go', swarm }));
  const ended = Promise.allSettled(asked);
  await expect
    .poll(() => ['python-waits', 'typescript-waits'].every((name) => existsSync(join(folder, name))), SLOWLY)
    .toBe(true);
  await stop(first);
  await ended;
  await writeFile(join(folder, 'tide'), '');
  const left = await tasks();
  expect([left.plain!.status, left.snake!.status]).toEqual(['running', 'running']);

  const without = await start('--python', './no-python');
  await expect.poll(async () => (await tasks()).plain!.status, SLOWLY).toBe('complete');
  expect((await tasks()).snake).toEqual(left.snake);
  await stop(without);

  const other = await start();
  await expect.poll(async () => (await tasks()).snake!.status, SLOWLY).toBe('complete');
  await stop(other);
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { PythonBridge } from '@posthouse/runtime';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { contextOf, HAS_PYTHON } from '../packages/runtime/src/python/__fixtures__/ferry.ts';
import { programsOf, runPrinted } from './docs/printed-programs.ts';
import { typeProblemsOf } from './docs/type-problems.ts';
import { runCommand } from './process/run-command.ts';
import { repositoryRoot } from './workspace/read-workspace.ts';

const PAGE = 'docs/python.md';
const [program] = programsOf(PAGE);
const [code] = programsOf(PAGE, 'python');
const [validate, serve] = programsOf(PAGE, 'sh')[0]!.trim().split('\n');

const SWARM = {
  name: 'shop',
  version: '1.0.0',
  entrypoint: 'clerk',
  actions: [{ name: 'charge', description: 'Charges.', parameters: {}, function: 'python::till:charge' }],
  agents: [
    {
      name: 'clerk',
      factory: 'python::mail.factories.supervisor:LiteLLMSupervisorFunction',
      comm_targets: [],
      actions: ['charge'],
      enable_entrypoint: true,
      can_complete_tasks: true,
      agent_params: { llm: 'openai/gpt-5-mini', system: 'You sell.' },
    },
  ],
};
const BANK = 'async def charge(amount, key):\n    return f"{amount} charged with {key}"\n';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-python-page-'));
  await symlink(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'));
  for (const [name, text] of Object.entries({
    'swarms.json': JSON.stringify(SWARM),
    'till.py': code!,
    'bank.py': BANK,
  }))
    await writeFile(join(folder, name), text);
  if (HAS_PYTHON) await runCommand('python3', ['-m', 'venv', '--without-pip', '.venv'], { directory: folder });
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.skipIf(!HAS_PYTHON)('docs/python.md', () => {
  test('the command that validates finds the code of the page', async () => {
    expect(validate).toBe('posthouse validate swarms.json --python .venv');
    const { code: status, stdout } = await runCommand('npx', validate!.split(' '), { directory: folder });
    expect([status, stdout]).toEqual([0, expect.stringMatching(/with code for Python .*✓ valid/)]);
  });

  test('the command that serves starts a server with Python', async () => {
    expect(serve).toBe('posthouse server --python .venv');
    const words = [...serve!.split(' '), '--port', '0', '--database-url', 'none'];
    const server = spawn('npx', words, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], detached: true });
    onTestFinished(async () => {
      process.kill(-server.pid!, 'SIGTERM');
      await once(server, 'close');
    });
    const said: string[] = [];
    await new Promise<void>((resolve) => {
      server.stderr.setEncoding('utf8').on('data', (text: string) => {
        said.push(text);
        if (text.includes('listening')) resolve();
      });
    });
    expect(said.join('')).toContain('Python is ready');
  });

  test('the action knows its call, and adds a remark', async () => {
    await using python = new PythonBridge({ python: join(folder, '.venv'), folders: [folder] });
    const remarks: string[] = [];
    const context = contextOf({ idempotencyKey: 'key-7', log: (text) => remarks.push(text) });
    expect(await python.call('till:charge', { amount: 5 }, context)).toBe('5 charged with key-7');
    expect(remarks).toEqual(['charging 5']);
  });

  test('the program loads a swarm with its code, and prints what it says', async () => {
    const { done, said } = await runPrinted(program!, { folder: relative(repositoryRoot, folder) });
    expect(done).toEqual(said);
  });
});

test('docs/python.md has a program that TypeScript accepts', async () => {
  expect(await typeProblemsOf([program!])).toBe('');
}, 60_000);

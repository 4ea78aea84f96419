/**
 * What it costs that an action is written in Python: a call of a warm function, and the start of a server whose swarm needs it.
 *
 *   node bench/python.ts
 *
 * Ratios within one run mean something; absolute numbers depend on the machine. Needs a `python3`.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseSwarmsJSON, PythonBridge } from '@posthouse/runtime';

const CALLS = 5_000;
const STARTS = 7;

const CODE = `
async def coroutine(args):
    return args["text"].upper()


def plain(args):
    return args["text"].upper()


FRIENDLY = "You are friendly."
`;

const KEEPER = `
export const keeper = () => () => ({ calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] });
export const upper = ({ text }) => text.toUpperCase();
`;

function toSwarm(code: (name: string) => string, names: readonly string[]) {
  return {
    name: 'bench',
    version: '1.0.0',
    entrypoint: 'keeper',
    actions: names.map((name) => ({
      name,
      description: name,
      parameters: { type: 'object', properties: { text: { type: 'string' } } },
      function: code(name),
    })),
    agents: [
      {
        name: 'keeper',
        factory: 'module::./keeper.mjs:keeper',
        comm_targets: [],
        actions: names,
        enable_entrypoint: true,
        can_complete_tasks: true,
      },
    ],
  };
}

const folder = await mkdtemp(join(tmpdir(), 'posthouse-bench-'));
try {
  await writeFile(join(folder, 'code.py'), CODE);
  await writeFile(join(folder, 'keeper.mjs'), KEEPER);
  console.table(await measureCalls());
  console.table(await measureStarts());
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function measureCalls() {
  await using python = new PythonBridge({ folders: [folder] });
  const inPython = toSwarm((name) => `python::code:${name}`, ['coroutine', 'plain']);
  const [theirs] = await parseSwarmsJSON(inPython, { root: folder, python });
  const [ours] = await parseSwarmsJSON(
    toSwarm(() => 'module::./keeper.mjs:upper', ['typescript']),
    { root: folder },
  );
  const context = {
    signal: new AbortController().signal,
    idempotencyKey: 'key',
    task: { id: 'task', swarm: 'bench', owner: 'user' },
    agent: 'keeper',
    callId: 'call',
    log: () => undefined,
  };
  const rows = [];
  for (const { name, execute } of [...ours!.agents[0]!.actions, ...theirs!.agents[0]!.actions]) {
    const times: number[] = [];
    for (let call = 0; call < CALLS * 2; call += 1) {
      const start = performance.now();
      await execute({ text: 'hello' } as never, context);
      if (call >= CALLS) times.push(performance.now() - start);
    }
    times.sort((one, other) => one - other);
    rows.push({ action: name, 'p50 ms': at(times, 0.5), 'p95 ms': at(times, 0.95) });
  }
  return rows;
}

/** Servers with and without Python take turns, so that a busy moment of the machine hits both. */
async function measureStarts() {
  const sources = { 'without Python': 'module::./keeper.mjs:upper', 'with Python': 'python::code:plain' };
  const times: Record<string, number[]> = {};
  for (const [kind, code] of Object.entries(sources)) {
    await writeFile(join(folder, `${kind}.json`), JSON.stringify(toSwarm(() => code, ['upper'])));
  }
  for (let start = 0; start < STARTS; start += 1) {
    for (const kind of Object.keys(sources)) (times[kind] ??= []).push(await startServer(`${kind}.json`));
  }
  return Object.entries(times).map(([server, taken]) => {
    const sorted = taken.toSorted((one, other) => one - other);
    return { server, 'fastest ms': at(sorted, 0), 'p50 ms': at(sorted, 0.5) };
  });
}

/** How long it takes until the server says where it listens. */
async function startServer(source: string): Promise<number> {
  const program = join(import.meta.dirname, '../packages/server/src/bin/posthouse.ts');
  const words = ['server', '-s', source, '-p', '0', '--database-url', 'none', '--auth', 'development'];
  const start = performance.now();
  const server = spawn(process.execPath, [program, ...words], { cwd: folder, stdio: ['ignore', 'pipe', 'ignore'] });
  for await (const bytes of server.stdout) if (String(bytes).includes('serves the swarm')) break;
  const taken = performance.now() - start;
  server.kill('SIGKILL');
  if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
  return taken;
}

function at(sorted: readonly number[], share: number): string {
  return sorted[Math.min(Math.floor(sorted.length * share), sorted.length - 1)]!.toFixed(3);
}

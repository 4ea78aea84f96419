/**
 * What deleting costs everybody else: one caller has many finished tasks, which an admin deletes while another caller posts
 * one message after the other.
 *
 *   node bench/deletion.ts           10 000 tasks in a file of SQLite
 *   node bench/deletion.ts 2000      fewer
 *   node bench/deletion.ts 10000 retention
 *                                    as the server deletes what is too old: several at once
 *   node bench/deletion.ts 1 user 100
 *                                    one task in a file of 100 MB, all of which is looked through
 *
 * The aim is a ratio of at most 2 between what the other caller waits while tasks are deleted and without. Server and callers
 * share the machine and, here, the process: absolute numbers mean little. What it takes without is measured before and after,
 * because other programs share the machine too.
 */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agent, prune, swarm } from '@posthouse/runtime';
import { quiet } from '../packages/server/src/logging/quiet.ts';
import { servedDeleter } from '../packages/server/src/retention/served-deleter.ts';
import { startServer } from '../packages/server/src/start-server.ts';
import { finishTasks } from './server/throughput.ts';

const TASKS = Number(process.argv[2] ?? 10_000);
const BY_RETENTION = process.argv[3] === 'retention';
const FILLED_MB = Number(process.argv[4] ?? 0);
const IDLE_MS = 10_000;

const folder = await mkdtemp(join(tmpdir(), 'posthouse-bench-'));
const clerk = agent({
  name: 'clerk',
  commTargets: [],
  enableEntrypoint: true,
  canCompleteTasks: true,
  run: () => ({ calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] }),
});
const server = await startServer(swarm({ name: 'nothing', version: '1.0.0', entrypoint: 'clerk', agents: [clerk] }), {
  port: 0,
  databaseURL: `sqlite:${join(folder, 'bench.db')}`,
  // Everybody's token is their name.
  auth: { authenticate: (id) => Promise.resolve({ role: id === 'admin' ? 'admin' : 'user', id, token: id }) },
  logger: quiet,
  handleSignals: false,
});

async function post(text = 'go', token = 'other'): Promise<number> {
  const start = performance.now();
  const response = await fetch(`${server.url}/message`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify({ body: text }),
  });
  await response.text();
  if (response.status !== 200) throw new Error(`a message was answered with ${response.status}`);
  return performance.now() - start;
}

/** How long messages take that are posted one after the other, with a little time in between, until something is over. */
async function latencies(isOver: () => boolean): Promise<number[]> {
  const taken: number[] = [];
  while (!isOver()) {
    taken.push(await post());
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return taken.toSorted((one, other) => one - other);
}

function idling(): Promise<number[]> {
  const end = performance.now() + IDLE_MS;
  return latencies(() => performance.now() > end);
}

async function deleteUser(): Promise<{ tasks: number }> {
  const response = await fetch(`${server.url}/users/many`, {
    method: 'DELETE',
    headers: { authorization: 'Bearer admin' },
  });
  return (await response.json()) as { tasks: number };
}

/** Takes what the other caller has finished as well. */
function deleteOld(): Promise<{ tasks: number }> {
  const { served } = server;
  const deleter = servedDeleter(served, { by: 'server', why: 'retention' });
  return prune({ ...deleter, store: served.store, retention: { complete: 1 }, now: Date.now });
}

const at = (sorted: readonly number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)]!;
const row = (when: string, sorted: readonly number[]) => ({
  when,
  messages: sorted.length,
  'p50 ms': at(sorted, 0.5).toFixed(1),
  'p99 ms': at(sorted, 0.99).toFixed(1),
  'longest ms': at(sorted, 1).toFixed(1),
});

/** A message is kept more than once: in the log, in what its agent has read and in its task. */
async function fillFile(megabytes: number): Promise<void> {
  const size = async () => (await stat(join(folder, 'bench.db'))).size / 2 ** 20;
  while ((await size()) < megabytes) await post('x'.repeat(1_000_000), 'filler');
}

try {
  await fillFile(FILLED_MB);
  await finishTasks({ url: server.url, token: 'many' }, TASKS);
  const before = await idling();

  let isErased = false;
  const start = performance.now();
  const deleting = (async () => {
    const { tasks } = await (BY_RETENTION ? deleteOld() : deleteUser());
    while (!(await server.served.store.deletions.isErased())) await new Promise((resolve) => setTimeout(resolve, 20));
    isErased = true;
    return tasks;
  })();
  const busy = await latencies(() => isErased);
  const tasks = await deleting;
  const seconds = (performance.now() - start) / 1000;
  const idle = [...before, ...(await idling())].toSorted((one, other) => one - other);
  console.table([row('idle', idle), row(`while ${tasks} tasks are deleted`, busy)]);
  console.log(`deleted and erased in ${seconds.toFixed(1)} s`);
  console.log(`p99 is ${(at(busy, 0.99) / at(idle, 0.99)).toFixed(2)} times that of idle; the aim is 2 at most`);
} finally {
  await server.stop({ drainMs: 0 });
  await rm(folder, { recursive: true, force: true });
}

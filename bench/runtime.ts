/**
 * What the runtime itself costs, without any model time: agents are functions that answer at once.
 *
 *   node --expose-gc bench/runtime.ts
 *
 * Ratios within one run mean something; absolute numbers depend on the machine.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { agent, type AgentFunction, type SwarmInstance, swarm } from '@posthouse/runtime';
import { openStore } from '@posthouse/store';

/** Two agents that hand a counter back and forth, until it has reached zero. */
function pingPong() {
  const serve =
    (target: string): AgentFunction =>
    ({ inputs }) => {
      const left = Number(inputs.at(-1)!.message.body);
      if (left > 0) {
        return { calls: [{ tool: 'send_request', input: { target, subject: 'ball', body: String(left - 1) } }] };
      }
      return { calls: [{ tool: 'task_complete', input: { finish_message: 'done' } }] };
    };
  return swarm({
    name: 'bench',
    version: '1.0.0',
    entrypoint: 'ping',
    limits: { turns: 1_000_000 },
    agents: [
      agent({
        name: 'ping',
        commTargets: ['pong'],
        enableEntrypoint: true,
        canCompleteTasks: true,
        run: serve('pong'),
      }),
      agent({ name: 'pong', commTargets: ['ping'], canCompleteTasks: true, run: serve('ping') }),
    ],
  });
}

type Row = {
  where: string;
  tasks: number;
  messages: number;
  'messages/s': number;
  'ms per turn': string;
  'CPU µs per turn': number;
};

/** One task at a time tells what a turn costs; many at once tell what fits into a second. */
async function measure(
  where: string,
  instance: SwarmInstance,
  tasks: number,
  rally: number,
  taskId?: string,
): Promise<Row> {
  const cpu = process.cpuUsage();
  const started = performance.now();
  const post = { body: String(rally), taskId };
  await Promise.all(Array.from({ length: tasks }, () => instance.postMessage(post)));
  const milliseconds = performance.now() - started;
  const { user, system } = process.cpuUsage(cpu);
  const messages = tasks * (rally + 1);
  return {
    where,
    tasks,
    messages,
    'messages/s': Math.round((messages / milliseconds) * 1000),
    'ms per turn': (milliseconds / messages).toFixed(3),
    'CPU µs per turn': Math.round((user + system) / messages),
  };
}

async function withInstance<Result>(url: string, work: (instance: SwarmInstance) => Promise<Result>): Promise<Result> {
  await using store = await openStore(url);
  await using instance = await pingPong().instantiate({ store });
  return await work(instance);
}

/** Whether a long history makes the next turn dearer: in the task itself, and in the store around it. */
async function flatness(where: string, url: string): Promise<Row[]> {
  return withInstance(url, async (instance) => {
    const { taskId } = await instance.postMessage({ body: '0' });
    const rows = [await measure(`${where}, empty`, instance, 1, 500, taskId)];
    while (((await instance.task(taskId))?.head ?? 0) < 10_000) await instance.postMessage({ body: '1000', taskId });
    rows.push(await measure(`${where}, 10 000 entries in the task`, instance, 1, 500, taskId));
    for (let made = 0; made < 10_000; made += 100) await measure('', instance, 100, 0);
    rows.push(await measure(`${where}, and 10 000 tasks in the store`, instance, 1, 500, taskId));
    return rows;
  });
}

/** What finished tasks leave behind in memory. Needs --expose-gc to be exact. */
async function heapOfFinishedTasks(
  url: string,
): Promise<{ 'heap before, MB': string; 'after 10 000 tasks, MB': string; 'bytes per task': number }> {
  return withInstance(url, async (instance) => {
    await measure('', instance, 100, 2);
    const before = heap();
    for (let made = 0; made < 10_000; made += 100) await measure('', instance, 100, 0);
    const after = heap();
    const megabytes = (bytes: number) => (bytes / 1e6).toFixed(1);
    return {
      'heap before, MB': megabytes(before),
      'after 10 000 tasks, MB': megabytes(after),
      'bytes per task': Math.round((after - before) / 10_000),
    };
  });
}

function heap(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}

const folder = await mkdtemp(join(tmpdir(), 'posthouse-bench-'));
const memory = 'sqlite::memory:';
const file = (name: string) => `sqlite:${join(folder, name)}.db`;
try {
  await withInstance(memory, (instance) => measure('warm-up', instance, 100, 60));
  console.log('Messages routed between trivial agents');
  console.table([
    await withInstance(memory, (instance) => measure('memory', instance, 1, 3_000)),
    await withInstance(memory, (instance) => measure('memory', instance, 100, 200)),
    await withInstance(file('one'), (instance) => measure('SQLite, FULL', instance, 1, 3_000)),
    await withInstance(file('many'), (instance) => measure('SQLite, FULL', instance, 100, 200)),
  ]);
  console.log('The same turn with a history');
  console.table([...(await flatness('memory', memory)), ...(await flatness('SQLite, FULL', file('history')))]);
  console.log('What finished tasks leave in memory (SQLite, FULL)');
  console.table([await heapOfFinishedTasks(file('heap'))]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

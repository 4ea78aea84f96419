/**
 * What it costs to be watched: CPU per task without an SDK of OpenTelemetry, with somebody who counts, and with an SDK that sends
 * every span to a collector on this machine.
 *
 *   node bench/traces.ts          5 rounds of 1,500 tasks
 *   node bench/traces.ts 9 3000   more of both
 *
 * A task is four turns of two agents and one action. Processes take turns, so that what else the machine does hits all of them; shares
 * are the median over rounds, each compared with the process of the same round that was not watched. Aims: tracing off costs less than 1 % of a task's CPU, on less than 10 %.
 */
import { spawn } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { withCause } from '../packages/runtime/src/telemetry/cause.ts';
import { watchChange } from '../packages/runtime/src/telemetry/watch-change.ts';
import { median } from './server/first-token.ts';

const [rounds = '5', tasks = '1500'] = process.argv.slice(2);
const PROGRAM = fileURLToPath(new URL('traces/run-tasks.ts', import.meta.url));
const SDK = fileURLToPath(new URL('../ops/tracing.ts', import.meta.url));
const MODES = ['off', 'counted', 'traced'] as const;

let received = 0;
const collector = createServer((request, response) => {
  request.on('data', (piece: Buffer) => (received += piece.length));
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

function cpuPerTask(agents: string, mode: (typeof MODES)[number]): Promise<number> {
  // A task of models takes several times as long.
  const count = agents === 'models' ? Math.ceil(Number(tasks) / 4) : Number(tasks);
  const preload = mode === 'traced' ? ['--import', SDK] : [];
  const child = spawn(process.execPath, [...preload, PROGRAM, agents, mode, String(count)], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (said += piece));
  return new Promise((resolve, reject) => {
    child.once('close', (code) => (code === 0 ? resolve(Number(said)) : reject(new Error(`ended with ${code}`))));
  });
}

/** What the hooks of a task cost when nobody watches, in microseconds: one change from outside and four turns. */
async function hookMicroseconds(): Promise<number> {
  const changing = { kind: 'post', owner: { swarm: 's', role: 'user', id: 'u' }, taskId: 't' } as const;
  const nothing = Promise.resolve();
  const once = async (): Promise<void> => {
    await watchChange(undefined, changing, () => nothing);
    for (let turn = 0; turn < 4; turn += 1) await withCause(undefined, () => nothing);
  };
  const bare = async (): Promise<void> => {
    for (let step = 0; step < 5; step += 1) await nothing;
  };
  const time = async (work: () => Promise<void>): Promise<number> => {
    for (let index = 0; index < 20_000; index += 1) await work();
    const { user } = process.cpuUsage();
    for (let index = 0; index < 200_000; index += 1) await work();
    return (process.cpuUsage().user - user) / 200_000;
  };
  return Math.max(0, (await time(once)) - (await time(bare)));
}

for (const agents of ['functions', 'models']) {
  const figures: Record<string, number[]> = { off: [], counted: [], traced: [] };
  for (let round = 0; round < Number(rounds); round += 1) {
    for (const mode of MODES) figures[mode]!.push(await cpuPerTask(agents, mode));
  }
  const off = median(figures.off!);
  const hooks = await hookMicroseconds();
  console.table({
    'off, the hooks alone': {
      'CPU µs per task': hooks.toFixed(2),
      'of a task': `${((hooks / off) * 100).toFixed(2)} %`,
    },
    ...Object.fromEntries(
      MODES.map((mode) => {
        const shares = figures[mode]!.map((cpu, round) => cpu / figures.off![round]! - 1);
        return [
          `${agents}, ${mode}`,
          {
            'CPU µs per task': median(figures[mode]!).toFixed(0),
            'of a task': `${(median(shares) * 100).toFixed(1)} %`,
          },
        ];
      }),
    ),
  });
}
console.log(`${(received / 1e6).toFixed(1)} MB of spans arrived`);
collector.close();

/**
 * What it costs to be watched: CPU per task without an SDK of OpenTelemetry, with somebody who counts, and with an SDK that sends
 * every span to a collector on this machine. The last row is what the SDK takes of that: tasks that nobody watches, and for each as many spans, made at once.
 *
 *   node bench/traces.ts          30 rounds of 100 tasks
 *   node bench/traces.ts 60 200   more of both
 *
 * A task is four turns of two agents and one action. Processes take short turns, so that what else the machine does hits all of them; shares
 * are the median over rounds, each compared with the process of the same round that was not watched. Aims: tracing off costs less than 1 % of a task's CPU, on less than 10 %.
 * The second is not reached where agents are functions: bare spans alone take more than that.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { withCause } from '../packages/runtime/src/task/cause.ts';
import { watchChange } from '../packages/runtime/src/telemetry/watch-change.ts';
import { median } from './server/first-token.ts';

const [rounds = '30', tasks = '100'] = process.argv.slice(2);
const WARM_UP_ROUNDS = 5;
const PROGRAM = fileURLToPath(new URL('traces/run-tasks.ts', import.meta.url));
const SDK = fileURLToPath(new URL('../ops/tracing.ts', import.meta.url));
const MODES = ['off', 'counted', 'traced', 'bare spans'] as const;
type Mode = (typeof MODES)[number];

let received = 0;
const collector = createServer((request, response) => {
  request.on('data', (piece: Buffer) => (received += piece.length));
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{}'));
});
await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;

/** A process that runs tasks when it is told to. */
class Runner {
  readonly #child: ChildProcess;
  #taken = 0;

  constructor(agents: string, mode: Mode) {
    this.#child = fork(PROGRAM, [agents, mode], {
      execArgv: mode === 'traced' ? ['--import', SDK] : [],
      env: { PATH: process.env.PATH, OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
    });
    this.#child.once('exit', (code) => {
      if (code !== 0) throw new Error(`ended with ${code}`);
    });
  }

  /** CPU in microseconds that this process has taken for a task since the last round. */
  async round(count: number): Promise<number> {
    this.#child.send(count);
    const [taken] = (await once(this.#child, 'message')) as [number];
    const before = this.#taken;
    this.#taken = taken;
    return (taken - before) / count;
  }

  async stop(): Promise<void> {
    this.#child.disconnect();
    await once(this.#child, 'exit');
  }
}

async function measure(agents: string): Promise<Record<Mode, number[]>> {
  const runners = MODES.map((mode) => [mode, new Runner(agents, mode)] as const);
  const figures: Record<Mode, number[]> = { off: [], counted: [], traced: [], 'bare spans': [] };
  for (let round = -WARM_UP_ROUNDS; round < Number(rounds); round += 1) {
    for (const [mode, runner] of runners) {
      const cpu = await runner.round(Number(tasks));
      if (round >= 0) figures[mode].push(cpu);
    }
  }
  for (const [, runner] of runners) await runner.stop();
  return figures;
}

/** What the hooks of a task cost when nobody watches, in microseconds: one change from outside and four turns. */
async function hookMicroseconds(): Promise<number> {
  const changing = { kind: 'post', owner: { swarm: 's', role: 'user', id: 'u' }, taskId: 't' } as const;
  const nothing = Promise.resolve();
  const hooked = async (): Promise<void> => {
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
  return Math.max(0, (await time(hooked)) - (await time(bare)));
}

for (const agents of ['functions', 'models']) {
  const figures = await measure(agents);
  const off = median(figures.off);
  const hooks = await hookMicroseconds();
  const rowOf = (cpu: string, share: number) => ({
    'CPU µs per task': cpu,
    'of a task': `${(share * 100).toFixed(1)} %`,
  });
  const shareOf = (mode: Mode): number => median(figures[mode].map((cpu, round) => cpu / figures.off[round]! - 1));
  console.table({
    'off, the hooks alone': rowOf(hooks.toFixed(2), hooks / off),
    ...Object.fromEntries(
      MODES.map((mode) => [`${agents}, ${mode}`, rowOf(median(figures[mode]).toFixed(0), shareOf(mode))]),
    ),
  });
}
console.log(`${(received / 1e6).toFixed(1)} MB of spans arrived`);
collector.close();

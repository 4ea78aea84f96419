/**
 * What the MAIL wire costs beside bare JSON: `node bench/protocol.ts`. All candidates run interleaved in one process, and
 * the table shows medians, so that ratios hold even on a busy machine.
 */
import { type LogEntry, mailMessageWire, newId, toMailFrames, toTimestamp } from '../packages/protocol/src/index.ts';

const ROUNDS = 41;
const CALLS_PER_ROUND = 4_000;

const taskId = newId();
const message = mailMessageWire.parse({
  id: newId(),
  timestamp: toTimestamp(new Date()),
  msg_type: 'request',
  message: {
    task_id: taskId,
    request_id: newId(),
    sender: { address_type: 'agent', address: 'supervisor' },
    recipient: { address_type: 'agent', address: 'weather' },
    subject: 'Forecast',
    body: 'Will it rain in Bergen on Saturday? Please answer in one short sentence.',
    sender_swarm: 'swarm-alpha',
    recipient_swarm: 'swarm-alpha',
    routing_info: { remote_swarm: 'swarm-beta' },
  },
}).value;
const wire = mailMessageWire.emit(message);
const text = JSON.stringify(wire);
const call = { agent: 'supervisor', turn: 1, callId: 'call-1', tool: 'get_weather', kind: 'action' } as const;
const stamp = { run: 1, at: new Date().toISOString() };
const log: LogEntry[] = [
  { ...stamp, seq: 1, type: 'message', to: 'weather', message },
  { ...stamp, ...call, seq: 2, type: 'call', input: { city: 'Bergen' } },
  { ...stamp, ...call, seq: 3, type: 'call-started', input: { city: 'Bergen' } },
  { ...stamp, ...call, seq: 4, type: 'call-ended', result: { status: 'success', content: 'rain' } },
  { ...stamp, seq: 5, type: 'run-ended', outcome: 'complete', text: 'Yes, take an umbrella.' },
];
const context = { taskId, swarm: 'swarm-alpha' };
let next = 0;

const candidates: Record<string, () => unknown> = {
  'JSON.parse': () => JSON.parse(text),
  'JSON.stringify': () => JSON.stringify(wire),
  'validate (zod wire schema)': () => mailMessageWire.schema.safeParse(wire),
  'parse (codec, after JSON.parse)': () => mailMessageWire.parse(wire),
  'emit (codec, checked)': () => mailMessageWire.emit(message),
  'emitTrusted (codec, unchecked)': () => mailMessageWire.emitTrusted(message),
  'toMailFrames (per entry)': () => toMailFrames(log[next++ % log.length]!, context),
};

const samples = new Map(Object.keys(candidates).map((name) => [name, [] as number[]]));
let kept: unknown;
for (let round = 0; round < ROUNDS; round += 1) {
  for (const [name, run] of Object.entries(candidates)) {
    const start = process.hrtime.bigint();
    for (let index = 0; index < CALLS_PER_ROUND; index += 1) kept = run();
    samples.get(name)!.push(Number(process.hrtime.bigint() - start) / CALLS_PER_ROUND);
  }
}

const medians = new Map([...samples].map(([name, times]) => [name, median(times)]));
const base = medians.get('JSON.parse')!;
console.log(`one MAILMessage of ${text.length} bytes, Node ${process.version}, median of ${ROUNDS} rounds\n`);
console.log(`${'operation'.padEnd(34)}${'ns/message'.padStart(12)}${'x JSON.parse'.padStart(14)}`);
for (const [name, time] of medians) {
  console.log(`${name.padEnd(34)}${time.toFixed(0).padStart(12)}${(time / base).toFixed(2).padStart(14)}`);
}
if (kept === undefined) throw new Error('the last result was thrown away, and with it perhaps the work');

function median(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)]!;
}

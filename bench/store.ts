import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId, type Instance, type NewEntry } from '@posthouse/protocol';
import { openStore, type NewMail, type Store, type TaskKey, type Write } from '@posthouse/store';
import { PostgresServer } from '../packages/store/src/postgres/__fixtures__/start-postgres.ts';

/** Measures the store: `node bench/store.ts [milliseconds per line] [databases, by the beginnings of their names]`. */

const measuredMilliseconds = Number(process.argv[2] ?? 2_000);
const owner: Instance = { swarm: 'bench', role: 'user', id: 'u-1' };
const prose = (length: number): string => 'the quick brown fox '.repeat(length / 20 + 1).slice(0, length);
const [mailText, callText, noticeText, responseText] = [prose(250), prose(300), prose(450), prose(1_000)];
const address = (name: string) => ({ addressType: 'agent', address: name }) as const;

/** One task as its owner works on it: the mail it has, the turn that comes next. */
type Worker = { key: TaskKey; epoch: number; mail: string; turn: number };

function mailTo(mailbox: string, taskId: string): NewMail {
  const id = newId();
  const message = {
    taskId,
    requestId: id,
    sender: address('a'),
    recipient: address('b'),
    subject: 'Next',
    body: mailText,
  };
  return {
    id,
    mailbox,
    tier: 5,
    run: 1,
    message: { id, timestamp: new Date().toISOString(), msgType: 'request', message },
  };
}

function entriesOf(turn: number, mail: NewMail): NewEntry[] {
  const place = { run: 1, agent: 'writer', turn };
  const input = { target: 'editor', subject: 'Next', body: callText };
  return [
    { ...place, type: 'call', callId: newId(), tool: 'send_request', kind: 'mail', input },
    { ...place, type: 'message', to: 'editor', message: mail.message },
  ];
}

/** A typical turn: two entries of 500 bytes, one mail taken and one put, one turn row of a kilobyte. */
function turnOf(worker: Worker): Write {
  const mail = mailTo('writer', 'bench');
  const write: Write = {
    task: worker.key,
    expect: { epoch: worker.epoch, openRun: 1 },
    entries: entriesOf(worker.turn, mail),
    take: [worker.mail],
    put: [mail],
    turns: [{ agent: 'writer', turn: worker.turn, run: 1, done: true, data: { response: responseText } }],
  };
  worker.mail = mail.id;
  worker.turn += 1;
  return write;
}

async function startWorker(store: Store): Promise<Worker> {
  const mail = mailTo('writer', 'bench');
  const { task } = await store.commit({
    task: { owner, taskId: newId() },
    entries: [{ run: 1, type: 'run-started', answerId: newId() }],
    put: [mail],
    claim: 'bench-node',
  });
  return { key: task.key, epoch: task.epoch, mail: mail.id, turn: 1 };
}

async function fillLog(store: Store, { key }: Worker, entries: number): Promise<void> {
  const batch: NewEntry[] = Array.from({ length: 100 }, () => ({
    run: 1,
    type: 'notice',
    code: 'bench',
    text: noticeText,
  }));
  for (let written = 0; written < entries; written += batch.length) await store.commit({ task: key, entries: batch });
}

async function fillStore(store: Store, tasks: number): Promise<void> {
  const finished = (): Promise<unknown> =>
    store.commit({
      task: { owner, taskId: newId() },
      entries: [
        { run: 1, type: 'run-started', answerId: newId() },
        { run: 1, type: 'notice', code: 'bench', text: noticeText },
        { run: 1, type: 'run-ended', outcome: 'complete', text: mailText },
      ],
    });
  await Promise.all(Array.from({ length: tasks }, finished));
}

type Measured = { perSecond: number; microseconds: number };

async function measureCommits(store: Store, workers: Worker[]): Promise<Measured> {
  let commits = 0;
  const work = async (worker: Worker, end: number): Promise<void> => {
    while (performance.now() < end) {
      await store.commit(turnOf(worker));
      commits += 1;
    }
  };
  const spend = async (milliseconds: number): Promise<number> => {
    const start = performance.now();
    commits = 0;
    await Promise.all(workers.map((worker) => work(worker, start + milliseconds)));
    return performance.now() - start;
  };
  await spend(measuredMilliseconds / 4);
  const milliseconds = await spend(measuredMilliseconds);
  return { perSecond: (commits / milliseconds) * 1_000, microseconds: (milliseconds / commits) * 1_000 };
}

async function measure(operation: () => Promise<unknown>): Promise<Measured> {
  const end = performance.now() + measuredMilliseconds / 4;
  while (performance.now() < end) await operation();
  const start = performance.now();
  let count = 0;
  while (performance.now() < start + measuredMilliseconds / 2) {
    await operation();
    count += 1;
  }
  const milliseconds = performance.now() - start;
  return { perSecond: (count / milliseconds) * 1_000, microseconds: (milliseconds / count) * 1_000 };
}

function report(database: string, what: string, { perSecond, microseconds }: Measured): void {
  const rate = Math.round(perSecond).toLocaleString('en');
  console.log(
    `${database.padEnd(10)} ${what.padEnd(62)} ${rate.padStart(9)}/s ${microseconds.toFixed(1).padStart(9)} µs`,
  );
}

async function benchCommits(database: string, open: () => Promise<Store>): Promise<void> {
  for (const { tasks, entries, others } of [
    { tasks: 1, entries: 0, others: 0 },
    { tasks: 100, entries: 0, others: 0 },
    { tasks: 1, entries: 10_000, others: 10_000 },
    { tasks: 100, entries: 10_000, others: 10_000 },
  ]) {
    await using store = await open();
    await fillStore(store, others);
    const workers = await Promise.all(Array.from({ length: tasks }, () => startWorker(store)));
    for (const worker of workers) await fillLog(store, worker, entries / tasks);
    const what = `turn write; tasks at once: ${tasks}, entries: ${entries}, other tasks: ${others}`;
    report(database, what, await measureCommits(store, workers));
  }
}

async function benchReads(database: string, open: () => Promise<Store>): Promise<void> {
  await using store = await open();
  const worker = await startWorker(store);
  await fillLog(store, worker, 10_000);
  report(database, 'read the last 100 of 10000 entries', await measure(() => store.read(worker.key, 9_901, 100)));
  await fillStore(store, 10_000);
  report(database, 'claim nothing, 10000 finished tasks', await measure(() => store.claim('n', ['bench'], 10)));
  const { task } = await store.commit({ task: { owner, taskId: 'claimed' }, entries: [] });
  const claimOne = async (): Promise<void> => {
    const mail = mailTo('writer', 'bench');
    const { task: waiting } = await store.commit({ task: task.key, entries: [], put: [mail] });
    const [claimed] = await store.claim('n', ['bench'], 10);
    await store.commit({ task: waiting.key, entries: [], take: [mail.id] });
    await store.release(waiting.key, claimed?.epoch ?? 0);
  };
  report(database, 'put, claim, take, release, 10000 finished tasks', await measure(claimOne));
}

const folder = await mkdtemp(join(tmpdir(), 'posthouse-bench-'));
// As it would be in earnest: a commit waits for the disk.
await using server = await PostgresServer.start({ fsync: true });
let files = 0;
const databases: [string, () => Promise<Store>][] = [
  ['memory', () => openStore('sqlite::memory:')],
  ['file FULL', () => openStore(`sqlite:${join(folder, `${(files += 1)}.db`)}`)],
  ['postgres', async () => openStore(server.url(await server.newDatabase()))],
];
const chosen = process.argv.slice(3);
for (const [database, open] of databases) {
  if (chosen.length > 0 && !chosen.some((name) => database.startsWith(name))) continue;
  await benchCommits(database, open);
  await benchReads(database, open);
}
await rm(folder, { recursive: true });

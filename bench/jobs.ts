/**
 * What the jobs assistant costs, through its HTTP interface where there is one.
 *
 *   node bench/jobs.ts                   everything
 *   node bench/jobs.ts import search     some of: import, search, prescore, chat
 *
 * Absolute numbers depend on the machine; the aims are for two ordinary cores.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEMO_RESUME } from '../apps/jobs/src/demo/demo-resume.ts';
import { inventPostings } from './jobs/invent-postings.ts';
import { serve } from '../apps/jobs/src/serve.ts';
import { wanted } from './server/arguments.ts';
import { median } from './server/first-token.ts';

const IMPORTED = 2_000;
const STORED = 20_000;
const CROWD = 50;
const TOKEN = 'a-token-for-the-benchmark';
const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

type Row = Record<string, string | number>;

async function post(url: string, path: string, body: unknown): Promise<void> {
  const response = await fetch(`${url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** What this process works for something, client and server together: the same on a busy machine as on an idle one. */
async function worked(work: () => Promise<unknown>): Promise<{ time: number; cpu: number }> {
  const before = process.cpuUsage();
  const time = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { time, cpu: (user + system) / 1_000 };
}

async function get(url: string, path: string, rounds: number): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    times.push(await timed(async () => await (await fetch(`${url}${path}`, { headers })).arrayBuffer()));
  }
  return times.slice(Math.floor(rounds / 10));
}

function highest(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * 0.95)]!;
}

async function measureImport(url: string): Promise<Row[]> {
  const jobs = inventPostings(IMPORTED, 0);
  const bytes = JSON.stringify({ jobs }).length;
  const first = await worked(() => post(url, '/jobs/ingest', { jobs }));
  const again = await worked(() => post(url, '/jobs/ingest', { jobs }));
  const row = (name: string, { time, cpu }: { time: number; cpu: number }): Row => ({
    import: name,
    postings: IMPORTED,
    MB: (bytes / 1e6).toFixed(1),
    seconds: (time / 1_000).toFixed(2),
    aim: '≤ 10',
    'CPU, seconds': (cpu / 1_000).toFixed(2),
    'CPU, ms each': (cpu / IMPORTED).toFixed(2),
  });
  return [row('new', first), row('the same again', again)];
}

async function fill(url: string): Promise<void> {
  for (let from = IMPORTED; from < STORED; from += IMPORTED) {
    await post(url, '/jobs/ingest', { jobs: inventPostings(IMPORTED, from) });
  }
}

async function measureSearch(url: string): Promise<Row[]> {
  const searches = {
    'one word': 'kubernetes',
    'two words': 'senior typescript',
    'a word of nearly all': 'team',
    'a rare word': 'posting17777',
    'in Chinese': '软件工程师',
    'with signs': '50% c++',
    'with filters': 'engineer&location=Berlin&remote=true',
    'sorted by score': 'engineer&sort=score',
  };
  const rows: Row[] = [];
  for (const [name, search] of Object.entries(searches)) {
    const [words = '', ...filters] = search.split('&');
    const times = await get(
      url,
      `/jobs?search=${encodeURIComponent(words)}${filters.map((each) => `&${each}`).join('')}`,
      40,
    );
    const { total } = (await (await fetch(`${url}/jobs?search=${encodeURIComponent(words)}`, { headers })).json()) as {
      total: number;
    };
    rows.push({
      search: name,
      found: total,
      'ms p50': median(times).toFixed(1),
      aim: '≤ 20',
      'ms p95': highest(times).toFixed(1),
    });
  }
  const plain = await get(url, '/jobs', 40);
  rows.push({
    search: 'none, newest first',
    found: STORED,
    'ms p50': median(plain).toFixed(1),
    aim: '≤ 20',
    'ms p95': highest(plain).toFixed(1),
  });
  return rows;
}

async function measurePrescore(url: string): Promise<Row[]> {
  const times = await get(url, '/jobs/1/prescore', 200);
  return [{ prescore: 'one job', 'ms p50': median(times).toFixed(2), aim: '≤ 5', 'ms p95': highest(times).toFixed(2) }];
}

/** Answers by rules, each with a search in it: what the chat costs beside the model. */
async function measureChat(url: string): Promise<Row[]> {
  let count = 0;
  const say = async (): Promise<number> => {
    const start = performance.now();
    const body = { id: `conversation-${(count += 1)}`, messages: [{ role: 'user', content: 'find kubernetes jobs' }] };
    const response = await fetch(`${url}/jobs/chat`, { method: 'POST', headers, body: JSON.stringify(body) });
    const reader = response.body!.getReader();
    await reader.read();
    const first = performance.now() - start;
    while (!(await reader.read()).done);
    return first;
  };
  const firsts: number[] = [];
  const totals: number[] = [];
  for (let round = 0; round < 40; round += 1) totals.push(await timed(async () => firsts.push(await say())));
  const crowd = await timed(() => Promise.all(Array.from({ length: CROWD }, say)));
  const row = (chat: string, times: readonly number[]): Row => ({
    chat,
    'ms p50': median(times).toFixed(1),
    'ms p95': highest(times).toFixed(1),
  });
  const each = crowd / CROWD;
  return [row('first chunk', firsts), row('whole answer', totals), row(`${CROWD} at once, each`, [each])];
}

const dataDir = await mkdtemp(join(tmpdir(), 'posthouse-bench-jobs-'));
try {
  await using app = await serve({ dataDir, host: '127.0.0.1', port: 0, token: TOKEN }, {});
  await post(app.url, '/jobs/resumes', { name: 'Resume', content: DEMO_RESUME });
  const imported = await measureImport(app.url);
  if (wanted('import')) console.table(imported);
  if (wanted('prescore')) console.table(await measurePrescore(app.url));
  if (wanted('chat')) console.table(await measureChat(app.url));
  if (wanted('search')) {
    await fill(app.url);
    console.log(`${STORED} jobs`);
    console.table(await measureSearch(app.url));
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}

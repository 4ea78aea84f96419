/**
 * What chat sessions cost, measured from outside: the server runs in a process of its own, and the load comes from this one.
 *
 *   node bench/chat.ts                  everything
 *   node bench/chat.ts chunks resume    some of: chunks, resume, pages, token
 *   node bench/chat.ts --profile=DIR    also leaves CPU profiles of the server there
 *
 * Ratios within one run mean something; absolute numbers depend on the machine, which client and server share.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuPerChunk } from './chat/cpu-per-chunk.ts';
import { firstTokens } from './chat/first-token.ts';
import { pageTimes } from './chat/page-times.ts';
import { resumeTimes } from './chat/resume-time.ts';
import { nodeArgs, wanted } from './server/arguments.ts';
import { Child } from './server/child.ts';
import { median } from './server/first-token.ts';
import type { Address } from './server/throughput.ts';

type Row = Record<string, string | number>;

async function withServer<Result>(
  databaseURL: string,
  work: (server: Child, address: Address) => Promise<Result>,
  env: Record<string, string> = {},
): Promise<Result> {
  await using server = new Child('../chat/served.ts', { args: [databaseURL], env, nodeArgs });
  return await work(server, await server.ask<Address>('address'));
}

async function measureChunks(server: Child, address: Address, burst: number): Promise<Row> {
  const { ours, bare, aiSDK, appending } = await cpuPerChunk(server, address, burst);
  return {
    'chunks in a tick': burst,
    'µs CPU per chunk': ours.toFixed(2),
    'of which the log, µs': appending.toFixed(2),
    'bare node:http, µs': bare.toFixed(2),
    'against bare': (ours / bare).toFixed(2),
    aim: '≤ 1.5',
    'AI SDK, µs': aiSDK.toFixed(2),
    'against the AI SDK': (ours / aiSDK).toFixed(2),
    'aim ': '≤ 0.5',
  };
}

async function measureResume(store: string, databaseURL: string): Promise<Row> {
  return await withServer(databaseURL, async (server, address) => {
    const entries = 10_000;
    const { resume, cpu, messages, kilobytes } = await resumeTimes(server, address, { entries, rounds: 15 });
    return {
      store,
      entries,
      KB: kilobytes,
      'all of it as a stream, ms p50': median(resume).toFixed(1),
      'the first time, ms': resume[0]!.toFixed(1),
      aim: '≤ 100',
      'CPU of the server, ms': cpu.toFixed(1),
      'as messages, ms p50': median(messages).toFixed(1),
    };
  });
}

async function measurePages(databaseURL: string): Promise<Row[]> {
  const pages = await withServer(databaseURL, (_, address) =>
    pageTimes(address, { lengths: [25, 250, 2_500], rounds: 30 }),
  );
  return pages.map(({ questions, times }) => ({
    'answered questions': questions,
    'newest 50 messages, ms p50': median(times).toFixed(1),
    'against the shortest': (median(times) / median(pages[0]!.times)).toFixed(2),
    aim: '≤ 2',
  }));
}

function lowest(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 10)]!;
}

async function measureToken(): Promise<Row> {
  await using model = new Child('./scripted-model.ts');
  const modelAddress = await model.ask<Address>('address');
  const env = { OPENAI_BASE_URL: `${modelAddress.url}/v1`, OPENAI_API_KEY: 'none' };
  return await withServer(
    'sqlite::memory:',
    async (_, address) => {
      await firstTokens(modelAddress, address, 300);
      const { direct, chat } = await firstTokens(modelAddress, address, 300);
      return {
        'the model itself, ms p50': median(direct).toFixed(2),
        'through useChat, ms p50': median(chat).toFixed(2),
        'added, ms': (median(chat) - median(direct)).toFixed(2),
        aim: '≤ 5',
        // Where other programs have got in the way least.
        'added, ms p10': (lowest(chat) - lowest(direct)).toFixed(2),
      };
    },
    env,
  );
}

const folder = await mkdtemp(join(tmpdir(), 'posthouse-bench-'));
try {
  if (wanted('chunks')) {
    console.log('Chunks of UI message streams, 300 readers');
    console.table(
      await withServer('sqlite::memory:', async (server, address) => [
        await measureChunks(server, address, 1),
        await measureChunks(server, address, 5),
      ]),
    );
  }
  if (wanted('resume')) {
    console.log('Coming back to a long run');
    console.table([
      await measureResume('memory', 'sqlite::memory:'),
      await measureResume('SQLite', `sqlite:${join(folder, 'resume.db')}`),
    ]);
  }
  if (wanted('pages')) {
    console.log('Opening a conversation that has grown');
    console.table(await measurePages(`sqlite:${join(folder, 'pages.db')}`));
  }
  if (wanted('token')) {
    console.log('The first piece of an answer');
    console.table([await measureToken()]);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}

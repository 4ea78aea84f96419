/**
 * What is lost of an agent's answer when its process is killed (SIGKILL), by that process's own clock.
 *
 *   node bench/agents.ts          20 kills
 *   node bench/agents.ts 100      so many
 *
 * A token waits for its write for 40 ms, and for a write that is under way. Writes of text do not wait for the disk, those
 * of results do; how late timers are depends on what else the machine does.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@posthouse/store';
import { killWriter } from '../packages/chat/src/agent-sessions/__fixtures__/kill-writer.ts';
import { TOKEN_LENGTH, type WriterLine } from '../packages/chat/src/agent-sessions/__fixtures__/writer-line.ts';
import { createAgentSessionStore } from '../packages/chat/src/agent-sessions/create-agent-session-store.ts';

type Kill = { tokens: number; lost: number; lostMs: number; writes: number[]; resultsLost: number };

const KILLS = Number(process.argv[2] ?? 20);

async function kill(folder: string, index: number): Promise<Kill> {
  const url = `sqlite:${join(folder, `${index}.db`)}`;
  const lines = await killWriter(url, 200 + ((index * 457) % 2_000));
  const { tokens, results } = await readStored(url);
  const produced = lines.filter((line) => 'token' in line);
  const missing = produced.filter(({ token }) => token > tokens);
  const told = lines.flatMap((line) => ('result' in line ? [line.result] : []));
  return {
    tokens: produced.length,
    lost: missing.length,
    // From the first token that is lost to the last moment that the process has told of.
    lostMs: missing.length === 0 ? 0 : lastMoment(lines) - missing[0]!.at,
    writes: writeTimes(lines),
    resultsLost: told.filter((id) => !results.has(id)).length,
  };
}

/** As it was left behind: nothing is closed or marked before it is read. */
async function readStored(url: string): Promise<{ tokens: number; results: Set<string> }> {
  await using store = await openStore(url);
  const sessions = createAgentSessionStore(store);
  const session = (await sessions.get({ role: 'user', id: 'alice' }, 's'))!;
  const { messages } = await sessions.messages(session, { limit: 10, through: session.data.messages });
  const parts = messages.find(({ role }) => role === 'assistant')?.parts ?? [];
  const text = parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const results = parts.flatMap((part) =>
    'toolCallId' in part && part.state === 'output-available' ? [part.toolCallId] : [],
  );
  return { tokens: text.length / TOKEN_LENGTH, results: new Set(results) };
}

function lastMoment(lines: readonly WriterLine[]): number {
  return lines.reduce((last, line) => ('at' in line ? line.at : last), 0);
}

function writeTimes(lines: readonly WriterLine[]): number[] {
  const begun = lines.filter((line) => 'begun' in line);
  const written = lines.filter((line) => 'written' in line);
  return written.map(({ at }, index) => at - begun[index]!.at);
}

function row(what: string, values: readonly number[], aim: string): Record<string, string | number> {
  const sorted = values.toSorted((left, right) => left - right);
  const at = (share: number): string =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]!.toFixed(1);
  return { [`of ${KILLS} kills`]: what, p50: at(0.5), p90: at(0.9), most: at(1), aim };
}

const folder = await mkdtemp(join(tmpdir(), 'posthouse-bench-'));
try {
  const kills: Kill[] = [];
  for (let index = 0; index < KILLS; index += 1) kills.push(await kill(folder, index));
  const writes = kills.flatMap((each) => each.writes);
  console.table([
    row(
      'tokens said',
      kills.map(({ tokens }) => tokens),
      '',
    ),
    row(
      'tokens lost',
      kills.map(({ lost }) => lost),
      '',
    ),
    row(
      'lost, ms',
      kills.map(({ lostMs }) => lostMs),
      '≤ 50',
    ),
    row('a write, ms', writes, ''),
    row(
      'results lost',
      kills.map(({ resultsLost }) => resultsLost),
      '0',
    ),
  ]);
} finally {
  await rm(folder, { recursive: true, force: true });
}

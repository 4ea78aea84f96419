import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { AgentRegistry } from '../adapters/agent-registry.ts';
import { createScriptedAdapter } from '../adapters/scripted/scripted-adapter.ts';
import { AgentSessions } from './agent-sessions.ts';
import { openPartsOf } from './__fixtures__/open-parts-of.ts';
import { createAgentSessionStore } from './create-agent-session-store.ts';

const KILLS = process.env.TEST_FULL === '1' ? 20 : 3;
const owner = { role: 'user', id: 'alice' } as const;

type Line = { written?: number; told?: number; result?: string; accepted?: string };

/** Starts the process, kills it after so many lines, and gives what it had said by then. */
async function killAfter(url: string, count: number): Promise<Line[]> {
  const script = new URL('__fixtures__/writing-process.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [script, url], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  const lines: Line[] = [];
  for await (const text of createInterface({ input: child.stdout })) {
    // The last line may have been cut with the process.
    if (text.endsWith('}')) lines.push(JSON.parse(text) as Line);
    if (lines.length === count) child.kill('SIGKILL');
  }
  await exited;
  return lines;
}

const last = (lines: readonly Line[], key: 'written' | 'told'): number =>
  lines.reduce((known, line) => line[key] ?? known, 0);

describe('a process that is killed while an agent writes', () => {
  test.each(Array.from({ length: KILLS }, (_, index) => [index, 40 + ((index * 97) % 400)]))(
    'has kept what it acknowledged (%i: after %i lines)',
    async (_, count) => {
      const folder = await mkdtemp(join(tmpdir(), 'posthouse-killed-'));
      const url = `sqlite:${join(folder, 'sessions.db')}`;
      const lines = await killAfter(url, count);
      expect(lines.filter(({ accepted }) => accepted !== undefined)).toHaveLength(2);

      await using store = await openStore(url);
      const registry = new AgentRegistry();
      registry.register('writer', createScriptedAdapter({ script: ({ text }) => [{ say: `back: ${text}` }] }));
      await using sessions = new AgentSessions({
        store: createAgentSessionStore(store),
        registry: async () => registry,
      });
      const readAll = async () => (await sessions.messages(owner, 's', { limit: 10 })).messages;
      await sessions.recover();
      await expect.poll(async () => (await readAll()).length, { timeout: 10_000 }).toBe(4);
      const [asked, cut, waited, answer] = await readAll();

      // Everything that was written is there, and of what was told only what was not yet.
      const text = cut!.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
      expect(text.length).toBeGreaterThanOrEqual(last(lines, 'written'));
      // One write begins when the one before it is done, with all that was told by then.
      const writes = lines.flatMap((line, index) => (line.written === undefined ? [] : [index]));
      expect(text.length).toBeGreaterThanOrEqual(last(lines.slice(0, writes.at(-2) ?? 0), 'told'));
      // A result is never told before it is safe.
      const calls = new Map(cut!.parts.flatMap((part) => ('toolCallId' in part ? [[part.toolCallId, part]] : [])));
      const results = lines.flatMap(({ result }) => result ?? []);
      for (const id of results) expect(calls.get(id)).toMatchObject({ state: 'output-available' });
      // Nothing is left open, and the reader is told.
      expect(openPartsOf(cut!)).toEqual([]);
      expect(cut).toMatchObject({ metadata: { outcome: 'interrupted' } });
      expect(cut!.parts.at(-1)).toMatchObject({ type: 'data-notice', data: { code: 'interrupted' } });
      // What waited is answered.
      expect([asked!.id, waited!.id]).toEqual(['u1', 'u2']);
      expect(answer!.parts).toContainEqual(expect.objectContaining({ type: 'text', text: 'back: u2' }));
      await sessions.close();
      await rm(folder, { recursive: true });
    },
    60_000,
  );
});

import { AgentRegistry, createScriptedAdapter } from '@posthouse/agents';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openStore } from '@posthouse/store';
import { describe, expect, test } from 'vitest';
import { killWriter } from './__fixtures__/kill-writer.ts';
import { openPartsOf } from './__fixtures__/open-parts-of.ts';
import { TOKEN_LENGTH, toToken, type WriterLine } from './__fixtures__/writer-line.ts';
import { AgentSessions } from './agent-sessions.ts';
import { createAgentSessionStore } from './create-agent-session-store.ts';

const KILLS = process.env.TEST_FULL === '1' ? 8 : 3;
const owner = { role: 'user', id: 'alice' } as const;

/** All values of one kind of line, in their order. */
function all<Key extends string>(lines: readonly WriterLine[], key: Key) {
  type Value = Extract<WriterLine, Record<Key, unknown>>[Key & keyof Extract<WriterLine, Record<Key, unknown>>];
  return lines.flatMap((line) => (key in line ? [(line as unknown as Record<Key, Value>)[key]] : []));
}

describe('a process killed while an agent writes', () => {
  test.each(Array.from({ length: KILLS }, (_, index) => [index, 100 + ((index * 457) % 1_200)]))(
    'keeps what it acknowledged, and loses at most 50 ms of words (%i: after %i lines)',
    async (_, count) => {
      const folder = await mkdtemp(join(tmpdir(), 'posthouse-killed-'));
      const url = `sqlite:${join(folder, 'sessions.db')}`;
      const lines = await killWriter(url, count);
      expect(all(lines, 'accepted')).toEqual(['u1', 'u2']);

      await using store = await openStore(url);
      const registry = new AgentRegistry();
      registry.register('writer', createScriptedAdapter({ script: ({ text }) => [{ say: `back: ${text}` }] }));
      await using sessions = new AgentSessions({
        store: createAgentSessionStore(store),
        registry: async () => registry,
      });
      const readAll = async () => (await sessions.messages(owner, 's', { limit: 10 })).messages;
      await sessions.recover();
      await expect.poll(async () => (await readAll()).length, { timeout: 30_000 }).toBe(4);
      const [asked, cut, waited, answer] = await readAll();

      // The words that are there are the first that the agent has said: none is missing in between, none is there twice.
      const text = cut!.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('');
      const stored = text.length / TOKEN_LENGTH;
      expect(text).toBe(Array.from({ length: stored }, (__, index) => toToken(index + 1)).join(''));
      // Among them is everything that was produced when the last acknowledged write began.
      const written = all(lines, 'written').at(-1) ?? 0;
      const began = lines.findIndex((line) => 'begun' in line && line.begun === written);
      const before = all(lines.slice(0, began), 'token').at(-1) ?? 0;
      expect(written).toBeGreaterThanOrEqual(before);
      expect(stored).toBeGreaterThanOrEqual(written);
      // By the process's own clock, each word was in a write 40 ms after it was said, or behind one that was under way.
      expect(all(lines, 'late')).toEqual([]);
      // A result is never told before it is safe.
      const calls = new Map(cut!.parts.flatMap((part) => ('toolCallId' in part ? [[part.toolCallId, part]] : [])));
      for (const id of all(lines, 'result')) expect(calls.get(id)).toMatchObject({ state: 'output-available' });
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
    120_000,
  );
});

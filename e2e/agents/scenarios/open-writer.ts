import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ScriptedLLM, startScriptedLLM } from '@posthouse/testkit';
import type { AgentSession, OpenOptions } from '../../../packages/agents/src/agent-adapter.ts';
import type { ProgramProfile } from './profile.ts';

/** A session with a real agent program, and what is around it. */
export interface Opened extends AsyncDisposable {
  readonly session: AgentSession;
  readonly llm: ScriptedLLM;
  readonly folder: string;
  /** Sends a message and reads what comes, in the background; the result is all of it as JSON. */
  send(text: string): { events: unknown[]; over: Promise<string> };
  /** Opens a second session with the same settings. */
  again(options: Partial<OpenOptions>): Promise<AgentSession>;
}

/**
 * Opens a session whose model writes without end, until it is asked to say hello or to run a command that takes a
 * minute.
 */
export async function openWriter(profile: ProgramProfile, options: Partial<OpenOptions> = {}): Promise<Opened> {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-faults-'));
  const llm = await startScriptedLLM({
    script: ({ messages }) => {
      const last = messages.findLast(({ role }) => role === 'user')?.text ?? '';
      if (last.includes('Say hello.')) return { text: 'Hello.' };
      const isDone = messages.at(-1)?.role === 'tool';
      if (last.includes('Sleep.') && !isDone) return { toolCalls: [profile.shell('echo slept-$((2+3)); sleep 61')] };
      return { text: 'word '.repeat(2_000), chunkSize: 5, delayMs: 50 };
    },
  });
  const settings = { ...profile.open({ folder, url: llm.url, permission: 'allow' }), ...options };
  const session: AgentSession = await profile.adapter.open(settings);
  const send: Opened['send'] = (text) => {
    const input = profile.adapter.adaptUserMessage({ parts: [{ type: 'text', text }] });
    const events: unknown[] = [];
    const over = (async () => {
      for await (const event of session.send(input, { signal: AbortSignal.timeout(200_000) })) events.push(event);
      return JSON.stringify(events);
    })();
    // Whoever is interested looks at it later.
    over.catch(() => undefined);
    return { events, over };
  };
  return {
    session,
    llm,
    folder,
    send,
    again: (more) => profile.adapter.open({ ...settings, ...more }),
    [Symbol.asyncDispose]: async () => {
      await session[Symbol.asyncDispose]();
      await llm.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

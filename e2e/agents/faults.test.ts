import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JSONObject } from '@posthouse/protocol';
import { startScriptedLLM } from '@posthouse/testkit';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createClaudeAdapter } from '../../packages/agents/src/claude/claude-adapter.ts';
import { createCodexAdapter } from '../../packages/agents/src/codex/codex-adapter.ts';
import type { AgentSession, OpenOptions } from '../../packages/agents/src/agent-adapter.ts';
import { isRunning } from '../../packages/agents/src/driving/process-table.ts';
import { claudeProfile } from './scenarios/claude-profile.ts';
import { codexProfile } from './scenarios/codex-profiles.ts';
import { processesIn } from './scenarios/processes-in.ts';
import { PROGRAMS_FOLDER, type ProgramProfile } from './scenarios/profile.ts';

const LONG = 'word '.repeat(2_000);
const cleaning: (() => unknown)[] = [];
afterEach(async () => {
  for (const clean of cleaning.splice(0).toReversed()) await clean();
});

/** A session with a real agent program, whose model writes without end until it is asked to say hello. */
async function open(profile: ProgramProfile, options: Partial<OpenOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'posthouse-faults-'));
  cleaning.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  const llm = await startScriptedLLM({
    script: ({ messages }) =>
      messages.at(-1)?.text.includes('Say hello.') ? { text: 'Hello.' } : { text: LONG, chunkSize: 5, delayMs: 50 },
  });
  cleaning.push(() => llm.close());
  const session = await profile.adapter.open({
    ...profile.open({ folder, url: llm.url, permission: 'allow' }),
    ...options,
  });
  cleaning.push(() => session[Symbol.asyncDispose]());
  return { session, llm, folder };
}

/** Sends a message and reads what comes in the background. */
function send(profile: ProgramProfile, session: AgentSession, text: string) {
  const input = profile.adapter.adaptUserMessage({ parts: [{ type: 'text', text }] });
  const events: unknown[] = [];
  const over = (async () => {
    for await (const event of session.send(input, { signal: AbortSignal.timeout(200_000) })) events.push(event);
    return JSON.stringify(events);
  })();
  over.catch(() => undefined);
  return { events, over };
}

describe.each([claudeProfile, codexProfile])('$name', (profile) => {
  test('a process that is killed is a clear error, and the session is usable again', async () => {
    const { session, llm } = await open(profile);
    const { over } = send(profile, session, 'Write.');
    await llm.received(0);
    const pid = session.pid!;
    process.kill(pid, 'SIGKILL');
    await expect(over).rejects.toMatchObject({
      code: 'agent_failed',
      message: expect.stringMatching(/stopped|exited/) as string,
    });
    expect(isRunning(pid)).toBe(false);
    expect(await send(profile, session, 'Say hello.').over).toContain('Hello.');
  });

  test('a stop ends a process that hangs, and the session is usable again', async () => {
    const { session, llm } = await open(profile);
    const { over } = send(profile, session, 'Write.');
    await llm.received(0);
    const pid = session.pid!;
    process.kill(pid, 'SIGSTOP');
    await session.interrupt();
    await over;
    expect(isRunning(pid)).toBe(false);
    expect(await send(profile, session, 'Say hello.').over).toContain('Hello.');
  });

  test('no process is left when the session is closed in the middle of a run', async () => {
    const { session, llm, folder } = await open(profile);
    const { over } = send(profile, session, 'Write.');
    await llm.received(0);
    const pid = session.pid!;
    await session[Symbol.asyncDispose]();
    await over;
    expect([pid, ...processesIn(folder)].filter(isRunning)).toEqual([]);
  });

  test('no process is left after an idle time', async () => {
    const { session, folder } = await open(profile, { idleMs: 50 });
    const { events, over } = send(profile, session, 'Say hello.');
    await vi.waitFor(() => expect(events.length).toBeGreaterThan(0), 120_000);
    await over;
    await vi.waitFor(() => expect(processesIn(folder).filter(isRunning)).toEqual([]), 60_000);
    expect(session.pid).toBeUndefined();
    expect(await send(profile, session, 'Say hello.').over).toContain('Hello.');
  });
});

describe('a missing agent program', () => {
  const rows: (ProgramProfile & { options: JSONObject })[] = [
    {
      ...claudeProfile,
      adapter: createClaudeAdapter({ from: PROGRAMS_FOLDER }),
      options: { pathToClaudeCodeExecutable: '/nowhere/claude' },
    },
    { ...codexProfile, adapter: createCodexAdapter({ command: '/nowhere/codex' }), options: {} },
  ];
  test.each(rows)('a missing program is reported with what to install: $name', async ({ options, ...profile }) => {
    const { session } = await open(profile, { options });
    await expect(send(profile, session, 'Say hello.').over).rejects.toMatchObject({
      code: 'agent_unavailable',
      message: expect.stringMatching(/[Ii]nstall/) as string,
    });
  });
});

describe("forks of an agent's conversation", () => {
  test.each([claudeProfile, codexProfile])('$name continues both ways from the fork', async (profile) => {
    const { session, llm } = await open(profile);
    await send(profile, session, 'Say hello. (first)').over;
    const fork = await session.fork!();
    cleaning.push(() => fork[Symbol.asyncDispose]());
    await send(profile, fork, 'Say hello. (fork)').over;
    await send(profile, session, 'Say hello. (original)').over;
    expect(fork.agentSessionId).not.toBe(session.agentSessionId);
    const [, inFork, inOriginal] = llm.requests.map(({ messages }) => messages.map(({ text }) => text).join('\n'));
    expect(inFork).toContain('(first)');
    expect(inOriginal).toContain('(first)');
    expect(inOriginal).not.toContain('(fork)');
  });
});

import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { descendantsOf, isRunning } from '../../packages/agents/src/driving/process-table.ts';
import { type Opened, openWriter } from './scenarios/open-writer.ts';
import { opencodeProfile } from './scenarios/opencode-profile.ts';
import { processesIn } from './scenarios/processes-in.ts';

/** Begins a run that does not end by itself, and gives the id of the server's process when the model was asked. */
async function begin({ session, llm, send }: Opened): Promise<{ pid: number; over: Promise<string> }> {
  const asked = llm.requests.length;
  const { over } = send('Write.');
  await Promise.race([llm.received(asked), over]);
  return { pid: session.pid!, over };
}

const gone = (pids: readonly number[]): Promise<void> =>
  vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 60_000 });

const sayHello = (): { parts: { type: 'text'; text: string }[] } =>
  opencodeProfile.adapter.adaptUserMessage({ parts: [{ type: 'text', text: 'Say hello.' }] }) as never;

/** One conversation through all of it, because a server takes seconds to start; each test begins where the last ended. */
describe('an OpenCode server', () => {
  let opened: Opened;
  beforeAll(async () => {
    opened = await openWriter(opencodeProfile);
  });
  afterAll(() => opened[Symbol.asyncDispose]());

  test('a stop ends a server that hangs, and the session is usable again', async () => {
    const { pid, over } = await begin(opened);
    process.kill(pid, 'SIGSTOP');
    await opened.session.interrupt();
    await over;
    await gone([pid]);
    expect(await opened.send('Say hello.').over).toContain('Hello.');
  });

  test('the next message replaces a server that died idle', async () => {
    const { agentSessionId, pid } = opened.session;
    process.kill(pid!, 'SIGKILL');
    // At once, before anybody has heard of it.
    expect(await opened.send('Say hello.').over).toContain('Hello.');
    expect(opened.session.agentSessionId).toBe(agentSessionId);
    expect(opened.session.pid).not.toBe(pid);
  });

  test('sessions with the same settings share a server', async () => {
    const { session } = opened;
    const second = await opened.again({ agentSessionId: session.agentSessionId });
    for await (const _ of second.send(sayHello(), { signal: AbortSignal.timeout(200_000) }));
    const { pid } = second;
    expect(pid).toBe(session.pid);
    await second[Symbol.asyncDispose]();
    expect(isRunning(pid!)).toBe(true);
  });

  test('a server does not know a conversation of another one, and says so', async () => {
    const stranger = await opened.again({ agentSessionId: 'ses_there_is_no_such_session' });
    const sending = (async () => {
      for await (const _ of stranger.send(sayHello(), { signal: AbortSignal.timeout(200_000) }));
    })();
    await expect(sending).rejects.toMatchObject({ code: 'agent_failed', details: { reason: 'unknown-session' } });
    await stranger[Symbol.asyncDispose]();
  });

  test('forks a conversation into two independent ones', async () => {
    await opened.send('Say hello. (first)').over;
    const before = opened.llm.requests.length;
    const fork = await opened.session.fork!();
    const input = opencodeProfile.adapter.adaptUserMessage({ parts: [{ type: 'text', text: 'Say hello. (fork)' }] });
    for await (const _ of fork.send(input, { signal: AbortSignal.timeout(200_000) }));
    await opened.send('Say hello. (original)').over;
    await fork[Symbol.asyncDispose]();
    expect(fork.agentSessionId).not.toBe(opened.session.agentSessionId);
    const [inFork, inOriginal] = opened.llm.requests
      .slice(before)
      .map(({ messages }) => messages.map(({ text }) => text).join('\n'));
    expect(inFork).toContain('(first)');
    expect(inOriginal).toContain('(first)');
    expect(inOriginal).not.toContain('(fork)');
  });

  test('a server ends with its commands when its last session is closed in the middle of a run', async () => {
    const { events, over } = opened.send('Sleep.');
    await vi.waitFor(() => expect(JSON.stringify(events)).toContain('slept-5'), { timeout: 200_000 });
    const pid = opened.session.pid!;
    const family = [pid, ...descendantsOf(pid)];
    expect(family.length).toBeGreaterThan(1);
    await opened.session[Symbol.asyncDispose]();
    await over;
    await gone([...family, ...processesIn(opened.folder)]);
  });
});

describe('an OpenCode server of its own', () => {
  test('a server of its own ends after an idle time, and comes back', async () => {
    await using opened = await openWriter(opencodeProfile, { idleMs: 50 });
    const { pid } = await begin(opened);
    await opened.session.interrupt();
    await gone([pid]);
    expect(opened.session.pid).toBeUndefined();
    expect(await opened.send('Say hello.').over).toContain('Hello.');
  });

  test('reports an unknown model', async () => {
    await using opened = await openWriter(opencodeProfile, { model: 'nobody/nothing', baseURL: undefined });
    expect(await opened.send('Say hello.').over).toContain('Model not found');
  });
});

describe('the OpenCode program', () => {
  test('a missing program is named with what to install', async () => {
    const opening = openWriter(opencodeProfile, { options: { executable: '/nowhere/opencode' } });
    await expect(opening).rejects.toMatchObject({
      code: 'agent_unavailable',
      message: expect.stringContaining('npm install opencode-ai'),
    });
  });

  test('another program in place of OpenCode causes a clear error', async () => {
    await using opened = await openWriter(opencodeProfile, { options: { executable: '/bin/false' } });
    await expect(opened.send('Say hello.').over).rejects.toMatchObject({
      code: 'agent_failed',
      message: expect.stringContaining('ended with code 1'),
    });
  });
});

import { describe, expect, test, vi } from 'vitest';
import { descendantsOf, isRunning } from '../../packages/chat/src/adapters/driving/end-process.ts';
import { createOpencodeAdapter } from '../../packages/chat/src/adapters/opencode/opencode-adapter.ts';
import { type Opened, openWriter } from './scenarios/open-writer.ts';
import { opencodeProfile } from './scenarios/opencode-profile.ts';
import { processesIn } from './scenarios/processes-in.ts';
import { RUNTIMES } from './scenarios/profile.ts';

/** Begins a run that does not end by itself, and gives the id of the server's process when the model was asked. */
async function begin({ session, llm, send }: Opened): Promise<{ pid: number; over: Promise<string> }> {
  const { over } = send('Write.');
  await Promise.race([llm.received(0), over]);
  return { pid: session.pid!, over };
}

const gone = (pids: readonly number[]): Promise<void> =>
  vi.waitFor(() => expect(pids.filter(isRunning)).toEqual([]), { timeout: 60_000 });

describe('a server', () => {
  test('that is killed is a clear error, and the session is usable again', async () => {
    await using opened = await openWriter(opencodeProfile);
    const { pid, over } = await begin(opened);
    process.kill(pid, 'SIGKILL');
    await expect(over).rejects.toMatchObject({ code: 'agent_failed', message: expect.stringContaining('SIGKILL') });
    const id = opened.session.agentSessionId;
    expect(await opened.send('Say hello.').over).toContain('Hello.');
    expect(opened.session.agentSessionId).toBe(id);
  });

  test('that hangs is taken away by a stop, and the session is usable again', async () => {
    await using opened = await openWriter(opencodeProfile);
    const { pid, over } = await begin(opened);
    process.kill(pid, 'SIGSTOP');
    await opened.session.interrupt();
    await over;
    await gone([pid]);
    expect(await opened.send('Say hello.').over).toContain('Hello.');
  });

  test('that says nothing for too long has failed', async () => {
    const adapter = createOpencodeAdapter({ from: RUNTIMES, timing: { silenceMs: 25_000 } });
    await using opened = await openWriter({ ...opencodeProfile, adapter });
    const { pid, over } = await begin(opened);
    process.kill(pid, 'SIGSTOP');
    await expect(over).rejects.toMatchObject({
      code: 'agent_failed',
      message: expect.stringContaining('said nothing'),
    });
    await gone([pid]);
  });

  test('is gone, with the commands it runs, when the session is closed in the middle of a run', async () => {
    await using opened = await openWriter(opencodeProfile);
    const { events, over } = opened.send('Sleep.');
    await vi.waitFor(() => expect(JSON.stringify(events)).toContain('slept-5'), { timeout: 200_000 });
    const pid = opened.session.pid!;
    const family = [pid, ...descendantsOf(pid)];
    expect(family.length).toBeGreaterThan(1);
    await opened.session[Symbol.asyncDispose]();
    await over;
    await gone([...family, ...processesIn(opened.folder)]);
  });

  test('is gone when it was idle, and comes back', async () => {
    await using opened = await openWriter(opencodeProfile, { idleMs: 50 });
    const { pid } = await begin(opened);
    await opened.session.interrupt();
    await gone([pid]);
    expect(opened.session.pid).toBeUndefined();
    expect(await opened.send('Say hello.').over).toContain('Hello.');
  });

  test('is shared by sessions with the same settings, and ends with the last of them', async () => {
    await using opened = await openWriter(opencodeProfile);
    await opened.send('Say hello.').over;
    const { session } = opened;
    const second = await opened.again({ agentSessionId: session.agentSessionId });
    for await (const _ of second.send(
      opencodeProfile.adapter.adaptUserMessage({ parts: [{ type: 'text', text: 'Say hello.' }] }),
      { signal: AbortSignal.timeout(200_000) },
    ));
    const pid = session.pid!;
    expect(second.pid).toBe(pid);
    await session[Symbol.asyncDispose]();
    expect(isRunning(pid)).toBe(true);
    await second[Symbol.asyncDispose]();
    await gone([pid]);
  });
});

describe('a session', () => {
  test('that OpenCode does not know is refused with the reason', async () => {
    await using opened = await openWriter(opencodeProfile, { agentSessionId: 'ses_there_is_no_such_session' });
    await expect(opened.send('Say hello.').over).rejects.toMatchObject({
      code: 'agent_failed',
      details: { reason: 'unknown-session' },
    });
  });

  test('can be forked and goes two ways from where it was', async () => {
    await using opened = await openWriter(opencodeProfile);
    await opened.send('Say hello. (first)').over;
    const fork = await opened.session.fork!();
    const input = opencodeProfile.adapter.adaptUserMessage({ parts: [{ type: 'text', text: 'Say hello. (fork)' }] });
    for await (const _ of fork.send(input, { signal: AbortSignal.timeout(200_000) }));
    await opened.send('Say hello. (original)').over;
    await fork[Symbol.asyncDispose]();
    expect(fork.agentSessionId).not.toBe(opened.session.agentSessionId);
    const [, inFork, inOriginal] = opened.llm.requests.map(({ messages }) =>
      messages.map(({ text }) => text).join('\n'),
    );
    expect(inFork).toContain('(first)');
    expect(inOriginal).toContain('(first)');
    expect(inOriginal).not.toContain('(fork)');
  });

  test('with a model that does not exist says so', async () => {
    await using opened = await openWriter(opencodeProfile, { model: 'nobody/nothing', baseURL: undefined });
    expect(await opened.send('Say hello.').over).toContain('Model not found');
  });
});

describe('a program', () => {
  test('that is missing is named with what to install', async () => {
    const opening = openWriter(opencodeProfile, { options: { executable: '/nowhere/opencode' } });
    await expect(opening).rejects.toMatchObject({
      code: 'agent_unavailable',
      message: expect.stringContaining('npm install opencode-ai'),
    });
  });

  test('that is another one is a clear error', async () => {
    await using opened = await openWriter(opencodeProfile, { options: { executable: '/bin/false' } });
    await expect(opened.send('Say hello.').over).rejects.toMatchObject({
      code: 'agent_failed',
      message: expect.stringContaining('ended with code 1'),
    });
  });
});

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { DrivenSession } from '../driving/driven-session.ts';
import { isRunning } from '../driving/end-process.ts';
import { CodexExecDriver } from './codex-exec-driver.ts';
import type { CodexExecEvent } from './codex-exec-event.ts';
import type { CodexExecMessage } from './codex-exec-input.ts';
import type { CodexExecInput, CodexThread } from './codex-sdk.ts';

type Session = DrivenSession<CodexExecEvent, CodexExecMessage>;
const open: Session[] = [];
afterEach(async () => {
  for (const session of open.splice(0)) await session[Symbol.asyncDispose]();
});

/** A thread that does what the SDK does with its program, for a program in JavaScript that prints events. */
function threadOf(
  program: string,
  seen: { id: string | undefined; input: CodexExecInput[] }[],
  id: string | undefined,
): CodexThread {
  async function* run(signal: AbortSignal): AsyncGenerator<CodexExecEvent> {
    const child = spawn(process.execPath, ['-e', program], { signal, stdio: ['ignore', 'pipe', 'pipe'] });
    let spawnError: Error | undefined;
    child.once('error', (error) => (spawnError = error));
    const exit = new Promise<number | null>((resolve) => child.once('exit', resolve));
    try {
      for await (const line of createInterface({ input: child.stdout })) yield JSON.parse(line) as CodexExecEvent;
      if (spawnError !== undefined) throw spawnError;
      if ((await exit) !== 0) throw new Error('Codex Exec exited with code 1: no rollout found');
    } finally {
      child.removeAllListeners();
      child.kill();
    }
  }
  return {
    runStreamed: async (input, { signal }) => {
      seen.push({ id, input });
      return { events: run(signal) };
    },
  };
}

const print = (...events: CodexExecEvent[]): string =>
  events.map((event) => `console.log(${JSON.stringify(JSON.stringify(event))});`).join('');
const STARTED: CodexExecEvent = { type: 'thread.started', thread_id: 'thread-1' };
const STAY = 'setInterval(() => {}, 1000);';

function start(program: string, agentSessionId?: string) {
  const seen: { id: string | undefined; input: CodexExecInput[] }[] = [];
  const session: Session = new DrivenSession({
    title: 'Codex',
    agentSessionId,
    start: (host) => new CodexExecDriver({ host, openThread: (id) => threadOf(program, seen, id) }),
  });
  open.push(session);
  return { session, seen };
}

function send(session: Session, message: CodexExecMessage = [{ type: 'text', text: 'Hello.' }]) {
  const heard: CodexExecEvent[] = [];
  const over = (async () => {
    for await (const event of session.send(message, { signal: new AbortController().signal }))
      heard.push(event as CodexExecEvent);
    return heard.map(({ type }) => type);
  })();
  over.catch(() => undefined);
  return { heard, over };
}

describe('CodexExecDriver', () => {
  it('runs the program once per message, and continues the same thread', async () => {
    const { session, seen } = start(print(STARTED, { type: 'turn.started' }, { type: 'turn.completed' }));
    expect(await send(session).over).toEqual(['thread.started', 'turn.started', 'turn.completed']);
    expect(session.agentSessionId).toBe('thread-1');
    expect(session.pid).toBeUndefined();
    await send(session).over;
    expect(seen.map(({ id }) => id)).toEqual([undefined, 'thread-1']);
    expect(seen[0]?.input).toEqual([{ type: 'text', text: 'Hello.' }]);
  });

  it('passes images as files', async () => {
    const { session, seen } = start(print(STARTED, { type: 'turn.completed' }));
    await send(session, [{ type: 'image', mediaType: 'image/png', base64: 'AAAA' }]).over;
    expect(seen[0]?.input).toEqual([{ type: 'local_image', path: expect.stringMatching(/\.png$/) as string }]);
  });

  it('ends the program and its children when it is stopped', async () => {
    const child = `require('child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true });`;
    const { session } = start(`${child}${STAY}${print(STARTED)}`);
    const { heard, over } = send(session);
    await vi.waitFor(() => expect(heard).toHaveLength(1), 15_000);
    const pid = session.pid!;
    expect(isRunning(pid)).toBe(true);
    await session.interrupt();
    await over;
    expect(isRunning(pid)).toBe(false);
  });

  it('emits nothing that the program says after a stop', async () => {
    const late = print({ type: 'item.completed', item: { id: 'late', type: 'agent_message', text: 'Late.' } });
    const { session } = start(`process.on('SIGTERM', () => { ${late} });${STAY}${print(STARTED)}`);
    const { heard, over } = send(session);
    await vi.waitFor(() => expect(heard).toHaveLength(1), 15_000);
    await session.interrupt();
    expect(await over).toEqual(['thread.started']);
  });

  it('kills a program that does not react', async () => {
    const { session } = start(`process.on('SIGTERM', () => {});${STAY}${print(STARTED)}`);
    const { heard, over } = send(session);
    await vi.waitFor(() => expect(heard).toHaveLength(1), 15_000);
    const pid = session.pid!;
    await session[Symbol.asyncDispose]();
    await over;
    expect(isRunning(pid)).toBe(false);
  });

  it('does not report an exit that the turn has already told', async () => {
    const { session } = start(
      `${print(STARTED, { type: 'turn.failed', error: { message: 'No.' } })}process.exitCode = 1;`,
    );
    expect(await send(session).over).toEqual(['thread.started', 'turn.failed']);
  });

  it("fails with the program's error output, and is usable again", async () => {
    const { session } = start(`${print(STARTED)}process.exitCode = 1;`);
    for (let each = 0; each < 2; each += 1) {
      await expect(send(session).over).rejects.toMatchObject({
        code: 'agent_failed',
        message: expect.stringMatching(/exited with code 1/) as string,
      });
    }
  });

  it('reports that a conversation is no longer known', async () => {
    const { session } = start('process.exitCode = 1;', 'gone');
    await expect(send(session).over).rejects.toMatchObject({
      code: 'agent_failed',
      details: { reason: 'unknown-session' },
    });
  });

  it('explains what to install when the program is missing', async () => {
    const session: Session = new DrivenSession({
      title: 'Codex',
      start: (host) =>
        new CodexExecDriver({
          host,
          openThread: () => {
            throw new Error('spawn /nowhere/codex ENOENT');
          },
        }),
    });
    open.push(session);
    await expect(send(session).over).rejects.toMatchObject({ code: 'agent_unavailable' });
  });
});

import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AgentSession, OpenOptions } from '../agent-adapter.ts';
import { isRunning } from '../driving/process-table.ts';
import type { HostEvent } from '../host-event.ts';
import { createCodexAdapter } from './codex-adapter.ts';
import type { CodexEvent } from './codex-event.ts';
import type { CodexInput } from './codex-input.ts';

const codex = createCodexAdapter({ command: fileURLToPath(new URL('./__fixtures__/fake-codex.ts', import.meta.url)) });
const hello = codex.adaptUserMessage({ parts: [{ type: 'text', text: 'Hello.' }] });
type Session = AgentSession<CodexEvent, CodexInput[]>;
const open: Session[] = [];
afterEach(async () => {
  for (const session of open.splice(0)) await session[Symbol.asyncDispose]();
});

async function start(behaviour: string, options: Partial<OpenOptions> = {}): Promise<Session> {
  const session = await codex.open({
    cwd: import.meta.dirname,
    ...options,
    env: { FAKE_CODEX: behaviour, ...options.env },
  });
  open.push(session);
  return session;
}

/** Sends a message; what comes back is read in the background. */
function send(session: Session, signal = new AbortController().signal) {
  const heard: (CodexEvent | HostEvent)[] = [];
  const over = (async () => {
    for await (const event of session.send(hello, { signal })) heard.push(event);
    return heard;
  })();
  over.catch(() => undefined);
  return { heard, over };
}

const methodsOf = (heard: readonly (CodexEvent | HostEvent)[]): string[] =>
  heard.flatMap((event) => ('method' in event && !event.method.startsWith('posthouse/') ? [event.method] : []));
const paramsOf = (heard: readonly (CodexEvent | HostEvent)[], method: string): Record<string, unknown> =>
  heard.find((event): event is CodexEvent => 'method' in event && event.method === method)?.params as never;

describe('CodexDriver', () => {
  it('starts the server with its configuration, opens a thread and runs a turn', async () => {
    const session = await start('answer', {
      model: 'gpt-x',
      baseURL: 'http://127.0.0.1:1/v1',
      apiKey: 'secret',
      options: { sandbox: 'read-only', config: { model_reasoning_effort: 'low' } },
    });
    const heard = await send(session).over;
    expect(methodsOf(heard)).toEqual(['item/agentMessage/delta', 'turn/completed']);
    expect(session.agentSessionId).toBe('thread-1');
    const { argv, key } = paramsOf(heard, 'posthouse/started');
    expect(argv).toEqual(
      expect.arrayContaining([
        'app-server',
        '-c',
        'features.plugins=false',
        'model_provider="posthouse"',
        'model_reasoning_effort="low"',
      ]),
    );
    expect(JSON.stringify(argv)).not.toContain('secret');
    expect(key).toBe('secret');
    expect(paramsOf(heard, 'posthouse/opened')).toMatchObject({
      method: 'thread/start',
      params: { sandbox: 'read-only', approvalPolicy: 'on-request', model: 'gpt-x', cwd: import.meta.dirname },
    });
    expect(paramsOf(heard, 'posthouse/notified')).toMatchObject({ method: 'initialized' });
  });

  it('uses one process for several messages', async () => {
    const session = await start('answer');
    await send(session).over;
    const { pid } = session;
    const heard = await send(session).over;
    expect(session.pid).toBe(pid);
    expect(methodsOf(heard)).toEqual(['item/agentMessage/delta', 'turn/completed']);
  });

  it('resumes and forks, and reports that a conversation is no longer known', async () => {
    const resumed = await start('answer', { agentSessionId: 'thread-9' });
    const heard = await send(resumed).over;
    expect(resumed.agentSessionId).toBe('thread-9');
    expect(paramsOf(heard, 'posthouse/opened')).toMatchObject({ method: 'thread/resume' });
    const original = await start('answer');
    await send(original).over;
    const fork = (await original.fork?.()) as Session;
    open.push(fork);
    expect(paramsOf(await send(fork).over, 'posthouse/opened')).toMatchObject({ method: 'thread/fork' });
    expect([original.agentSessionId, fork.agentSessionId]).toEqual(['thread-1', 'thread-2']);
    const unknown = await start('answer', { agentSessionId: 'unknown' });
    await expect(send(unknown).over).rejects.toMatchObject({
      code: 'agent_failed',
      details: { reason: 'unknown-session' },
    });
  });

  it('stops a turn, emits no more of it, and keeps the process', async () => {
    const session = await start('interruptible');
    const { heard, over } = send(session);
    await vi.waitFor(() => expect(methodsOf(heard)).toEqual(['item/agentMessage/delta']), 15_000);
    await session.interrupt();
    await over;
    expect(methodsOf(heard)).toEqual(['item/agentMessage/delta', 'turn/completed']);
    expect(isRunning(session.pid!)).toBe(true);
  });

  it('brings questions to the user, and the answers back', async () => {
    const session = await start('ask');
    const { heard, over } = send(session);
    const question = {
      type: 'posthouse.approval-requested',
      approvalId: 'c1',
      toolCallId: 'c1',
      toolName: 'shell',
      input: { command: 'ls', reason: 'why' },
    };
    await vi.waitFor(() => expect(heard).toContainEqual(question), 15_000);
    await session.answer({ approvalId: 'c1', approved: true });
    await over;
    expect(paramsOf(heard, 'posthouse/answered')).toMatchObject({ result: { decision: 'accept' } });
  });
});

describe('faults of the Codex program', () => {
  it.each([
    ['exits before it listens', 'exit at once', /code 3: no configuration/],
    ['exits in the middle of a turn', 'exit', /code 7: out of ink/],
  ])(
    'a program that %s fails the message with its error output, and the session is usable again',
    async (_name, behaviour, words) => {
      const session = await start(behaviour);
      for (let each = 0; each < 2; each += 1) {
        await expect(send(session).over).rejects.toMatchObject({
          code: 'agent_failed',
          message: expect.stringMatching(words) as string,
        });
        expect(session.pid).toBeUndefined();
      }
    },
  );

  it('a refused turn fails the message, and keeps the process', async () => {
    const session = await start('refuse');
    await expect(send(session).over).rejects.toMatchObject({
      code: 'agent_failed',
      message: 'Codex refused: not today',
    });
    expect(isRunning(session.pid!)).toBe(true);
  });

  it('a stop kills a program that hangs and does not end', async () => {
    const session = await start('hang');
    const { heard, over } = send(session);
    await vi.waitFor(() => expect(heard.length).toBeGreaterThanOrEqual(3), 15_000);
    const pid = session.pid!;
    await session.interrupt();
    await over;
    expect(isRunning(pid)).toBe(false);
  });

  it('a program that is silent for too long fails the message', async () => {
    const session = await start('interruptible', { silenceMs: 300 });
    await expect(send(session).over).rejects.toMatchObject({
      code: 'agent_failed',
      message: expect.stringMatching(/has sent nothing/) as string,
    });
  });

  it('a flood waits for its reader and arrives whole', async () => {
    const session = await start('flood');
    let count = 0;
    for await (const event of session.send(hello, { signal: new AbortController().signal })) {
      if (!('method' in event) || event.method !== 'item/commandExecution/outputDelta') continue;
      count += 1;
      if (count % 1_000 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    }
    expect(count).toBe(5_000);
  });

  it('a program that does not exist is reported as missing', async () => {
    const missing = createCodexAdapter({ command: '/nowhere/codex' });
    await using session = await missing.open({ cwd: import.meta.dirname });
    const run = async (): Promise<void> => {
      for await (const _event of session.send(hello, { signal: new AbortController().signal }));
    };
    await expect(run()).rejects.toMatchObject({
      code: 'agent_unavailable',
      message: expect.stringMatching(/@openai\/codex/) as string,
    });
  });

  it('no process is left after an idle time, or after the session is disposed of', async () => {
    const idle = await start('answer', { idleMs: 5 });
    const { over } = send(idle);
    await vi.waitFor(() => expect(idle.pid).toBeDefined(), 15_000);
    const pid = idle.pid!;
    await over;
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), 15_000);
    const busy = await start('interruptible');
    const running = send(busy);
    await vi.waitFor(() => expect(methodsOf(running.heard)).toHaveLength(1), 15_000);
    const second = busy.pid!;
    await busy[Symbol.asyncDispose]();
    expect(isRunning(second)).toBe(false);
  });
});

describe('availability of Codex', () => {
  it('availability depends on the program, and names what to install', async () => {
    expect(await codex.availability()).toEqual({ available: true });
    const { PATH } = process.env;
    process.env['PATH'] = '';
    try {
      const nowhere = createCodexAdapter();
      expect(await nowhere.availability()).toMatchObject({
        available: false,
        reason: expect.stringMatching(/npm install @openai\/codex/) as string,
      });
      await expect(nowhere.open({ cwd: '/' })).rejects.toMatchObject({ code: 'agent_unavailable' });
    } finally {
      process.env['PATH'] = PATH;
    }
  });
});

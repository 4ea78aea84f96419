import { afterEach, describe, expect, it, vi } from 'vitest';
import { DrivenSession } from '../driving/driven-session.ts';
import { isRunning } from '../driving/process-table.ts';
import type { HostEvent } from '../host-event.ts';
import { assistant, init, result, system, text, textDelta, toolResult } from './__fixtures__/claude-events.ts';
import { fakeClaudeSDK, type FakeQuery } from './__fixtures__/fake-claude-sdk.ts';
import { adaptUserMessage } from './adapt-user-message.ts';
import { ClaudeDriver } from './claude-driver.ts';
import type { ClaudeEvent } from './claude-event.ts';
import type { ClaudeUserMessage } from './claude-sdk.ts';

type Session = DrivenSession<ClaudeEvent, ClaudeUserMessage>;
const open: Session[] = [];
const started: FakeQuery[][] = [];
afterEach(async () => {
  for (const session of open.splice(0)) await session[Symbol.asyncDispose]();
  const pids = started.splice(0).flatMap((queries) => queries.map(({ child }) => child.pid!));
  if (pids.some(isRunning)) throw new Error(`Processes are left over: ${pids.filter(isRunning).join(', ')}.`);
});

function start(options: { agentSessionId?: string; isFork?: boolean; idleMs?: number; program?: string } = {}) {
  const { sdk, queries } = fakeClaudeSDK(options.program);
  const session: Session = new DrivenSession({
    title: 'Claude',
    canFork: true,
    interruptMs: 200,
    start: (host) => new ClaudeDriver({ sdk, host, queryOptions: { model: 'claude-x' } }),
    ...options,
  });
  open.push(session);
  started.push(queries);
  return { session, queries };
}

/** Sends a message, and gives the query that has got it and what the reader gets. */
async function send(session: Session, queries: FakeQuery[], signal = new AbortController().signal) {
  const message = adaptUserMessage({ parts: [{ type: 'text', text: 'Hello.' }] });
  const heard: (ClaudeEvent | HostEvent)[] = [];
  const over = (async () => {
    for await (const event of session.send(message, { signal })) heard.push(event);
  })();
  over.catch(() => undefined);
  await vi.waitFor(() => expect(queries.at(-1)?.received).toContainEqual(message), 15_000);
  return { query: queries.at(-1)!, heard, over, message };
}

describe('ClaudeDriver', () => {
  it('sends the message and emits what Claude says, up to its result', async () => {
    const { session, queries } = start();
    const { query, heard, over } = await send(session, queries);
    expect(query.options).toMatchObject({ model: 'claude-x' });
    expect(query.options).not.toHaveProperty('resume');
    for (const event of [init, assistant('m', text('Hi.')), result()]) query.events.push(event);
    await over;
    expect(heard.map(({ type }) => type)).toEqual(['system', 'assistant', 'result']);
    expect(session.agentSessionId).toBe('session-1');
    expect(session.pid).toBe(query.child.pid);
  });

  it('uses one process for several messages, and emits with the next what came between', async () => {
    const { session, queries } = start();
    const first = await send(session, queries);
    first.query.events.push(result());
    await first.over;
    first.query.events.push(system('task_notification', { task_id: 't1', status: 'completed' }));
    await new Promise(setImmediate);
    const second = await send(session, queries);
    second.query.events.push(result());
    await second.over;
    expect(queries).toHaveLength(1);
    expect(second.heard.map((event) => ('subtype' in event ? event.subtype : ''))).toEqual([
      'task_notification',
      'success',
    ]);
  });

  it('resumes and forks a conversation', async () => {
    const { session, queries } = start({ agentSessionId: 'old', isFork: true });
    const { query, over } = await send(session, queries);
    expect(query.options).toMatchObject({ resume: 'old', forkSession: true });
    query.events.push({ ...init, session_id: 'new' });
    query.events.push(result());
    await over;
    expect(session.agentSessionId).toBe('new');
  });

  it('reports that Claude no longer knows a conversation', async () => {
    const { session, queries } = start({ agentSessionId: 'gone' });
    const { query, over } = await send(session, queries);
    query.events.push(result({ is_error: true, errors: ['No conversation found with session ID: gone'] }));
    await expect(over).rejects.toMatchObject({ code: 'agent_failed', details: { reason: 'unknown-session' } });
  });

  it('emits after a stop only what closes calls and tells the cost', async () => {
    const { session, queries } = start();
    const { query, heard, over } = await send(session, queries);
    query.events.push(init);
    query.onInterrupt = () => {
      for (const event of [textDelta(0, 'late'), toolResult('c1'), result({ is_error: true })])
        query.events.push(event);
    };
    await vi.waitFor(() => expect(heard).toHaveLength(1), 15_000);
    await session.interrupt();
    await over;
    expect(heard.map(({ type }) => type)).toEqual(['system', 'user', 'result']);
    expect(isRunning(query.child.pid!)).toBe(true);
  });

  it('kills a process that does not stop', async () => {
    const { session, queries } = start();
    const { query, over } = await send(session, queries);
    await session.interrupt();
    await over;
    expect(query.interrupts).toBe(1);
    expect(isRunning(query.child.pid!)).toBe(false);
    expect(session.pid).toBeUndefined();
  });

  it('asks the user, and gives Claude the answer', async () => {
    const { session, queries } = start();
    const { query, heard, over } = await send(session, queries);
    const ask = (id: string, signal = new AbortController().signal) =>
      query.options.canUseTool('Bash', { command: 'ls' }, { toolUseID: id, signal });
    const asked = [ask('c1'), ask('c2'), ask('c3')];
    await vi.waitFor(() => expect(heard).toHaveLength(3), 15_000);
    await session.answer({ approvalId: 'c1', approved: true });
    await session.answer({ approvalId: 'c2', approved: true, input: { command: 'ls -l' } });
    await session.answer({ approvalId: 'c3', approved: false, reason: 'No.' });
    expect(await Promise.all(asked)).toEqual([
      { behavior: 'allow', updatedInput: { command: 'ls' } },
      { behavior: 'allow', updatedInput: { command: 'ls -l' } },
      { behavior: 'deny', message: 'No.' },
    ]);
    const withdrawn = new AbortController();
    const fourth = ask('c4', withdrawn.signal);
    withdrawn.abort();
    expect(await fourth).toMatchObject({ behavior: 'deny' });
    query.events.push(result());
    await over;
    expect(await ask('c5')).toMatchObject({ behavior: 'deny', message: 'Nobody is there to be asked.' });
  });

  it("fails with the program's error output when it exits, and is usable again", async () => {
    const { session, queries } = start({
      program: 'process.stderr.write("out of ink"); setTimeout(() => process.exit(1), 300)',
    });
    const { over } = await send(session, queries);
    await expect(over).rejects.toMatchObject({
      code: 'agent_failed',
      message: expect.stringMatching(/exited.*out of ink/) as string,
    });
    const again = await send(session, queries);
    expect(queries).toHaveLength(2);
    again.query.events.push(result());
    await again.over;
  });

  it('no exit is reported after the result', async () => {
    const { session, queries } = start();
    const { query, over, heard } = await send(session, queries);
    query.events.push(system('background_tasks_changed', { tasks: [{ task_id: 't', task_type: 'local_agent' }] }));
    query.events.push(result());
    await vi.waitFor(() => expect(heard).toHaveLength(2), 15_000);
    query.child.kill('SIGKILL');
    await over;
  });

  it('an error that the result has already told is not reported again, and the session is usable again', async () => {
    const { session, queries } = start();
    const { query, over, heard } = await send(session, queries);
    query.events.push(result({ is_error: true, terminal_reason: 'api_error' }));
    query.events.fail(new Error('Claude Code returned an error result: API Error: 500 on fire'));
    await over;
    expect(heard.map(({ type }) => type)).toEqual(['result']);
    await vi.waitFor(() => expect(session.pid).toBeUndefined(), 15_000);
    const again = await send(session, queries);
    expect(queries).toHaveLength(2);
    again.query.events.push(result());
    await again.over;
  });

  it('answers a question of Claude within the input of its call', async () => {
    const { session, queries } = start();
    const { query, heard, over } = await send(session, queries);
    const questions = [{ question: 'Which colour?', options: [{ label: 'Blue' }, { label: 'Red' }] }];
    const signal = new AbortController().signal;
    const asked = query.options.canUseTool('AskUserQuestion', { questions }, { toolUseID: 'q1', signal });
    await vi.waitFor(
      () => expect(heard).toMatchObject([{ toolName: 'AskUserQuestion', input: { questions } }]),
      15_000,
    );
    const input = { questions, answers: { 'Which colour?': 'Blue' } };
    await session.answer({ approvalId: 'q1', approved: true, input });
    expect(await asked).toEqual({ behavior: 'allow', updatedInput: input });
    query.events.push(result());
    await over;
  });

  it('explains what to install when the program is missing', async () => {
    const { session, queries } = start();
    const { query, over } = await send(session, queries);
    query.events.fail(new Error('spawn /nowhere/claude ENOENT'));
    await expect(over).rejects.toMatchObject({ code: 'agent_unavailable' });
  });

  it('fails when the process ends without a word', async () => {
    const { session, queries } = start();
    const { query, over } = await send(session, queries);
    query.events.end();
    await expect(over).rejects.toMatchObject({
      code: 'agent_failed',
      message: 'Claude stopped before it had answered.',
    });
  });

  it('ends its process after an idle time, and when it is disposed of', async () => {
    const idle = start({ idleMs: 5 });
    const { query, over } = await send(idle.session, idle.queries);
    query.events.push(result());
    await over;
    await vi.waitFor(() => expect(isRunning(query.child.pid!)).toBe(false), 15_000);

    const busy = start();
    const second = await send(busy.session, busy.queries);
    await busy.session[Symbol.asyncDispose]();
    expect(isRunning(second.query.child.pid!)).toBe(false);
  });
});

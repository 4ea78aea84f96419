import { describe, expect, it, vi } from 'vitest';
import type { HostEvent } from '../host-event.ts';
import type { AgentRun } from './agent-run.ts';
import { type DrivenSessionOptions, DrivenSession, type DriverHost, type ProgramDriver } from './driven-session.ts';

type Event = { say: string };

/** A program that does what the test tells it to. */
class Puppet implements ProgramDriver<Event, string> {
  readonly pid = 4711;
  readonly host: DriverHost;
  readonly begun: string[] = [];
  run: AgentRun<Event> | undefined;
  interrupts = 0;
  isGone = false;
  /** What an interrupt does; nothing is a program that hangs. */
  onInterrupt: () => void = () => this.run?.end();
  onBegin: (() => void) | undefined;

  constructor(host: DriverHost) {
    this.host = host;
  }

  begin(input: string, run: AgentRun<Event>): void {
    this.begun.push(input);
    this.run = run;
    this.onBegin?.();
  }

  async interrupt(): Promise<void> {
    this.interrupts += 1;
    this.onInterrupt();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.isGone = true;
  }
}

function open(options: Partial<DrivenSessionOptions<Event, string>> = {}, prepare?: (puppet: Puppet) => void) {
  const puppets: Puppet[] = [];
  const session = new DrivenSession<Event, string>({
    title: 'Puppet',
    start: (host) => {
      const puppet = new Puppet(host);
      puppets.push(puppet);
      prepare?.(puppet);
      return puppet;
    },
    ...options,
  });
  return { session, puppets };
}

type Told = Event | HostEvent;

/** Sends and reads in the background; `run` is there as soon as the puppet has the input. */
function send(session: DrivenSession<Event, string>, input: string, signal = new AbortController().signal) {
  const events: Told[] = [];
  const over = (async () => {
    for await (const event of session.send(input, { signal })) events.push(event);
    return events;
  })();
  over.catch(() => undefined);
  return { events, over };
}

describe('DrivenSession', () => {
  it('starts its program with the first message and keeps it for the next', async () => {
    const { session, puppets } = open();
    expect(session.pid).toBeUndefined();
    for (const input of ['one', 'two']) {
      const { over } = send(session, input);
      await vi.waitFor(() => expect(puppets[0]?.begun).toContain(input), 15_000);
      void puppets[0]!.run!.tell({ say: input });
      puppets[0]!.run!.end();
      expect(await over).toEqual([{ say: input }]);
    }
    expect(puppets).toHaveLength(1);
    expect(session.pid).toBe(4711);
    await session[Symbol.asyncDispose]();
    expect(puppets[0]!.isGone).toBe(true);
    expect(session.pid).toBeUndefined();
  });

  it("remembers the program's id of the conversation, and passes it to the next program", async () => {
    const { session, puppets } = open({ agentSessionId: 'old' });
    expect(session.agentSessionId).toBe('old');
    const first = send(session, 'one');
    await vi.waitFor(() => expect(puppets).toHaveLength(1), 15_000);
    expect(puppets[0]!.host.agentSessionId).toBe('old');
    puppets[0]!.host.identify('new');
    expect(session.agentSessionId).toBe('new');
    puppets[0]!.host.gone();
    puppets[0]!.run!.end();
    await first.over;
    const second = send(session, 'two');
    await vi.waitFor(() => expect(puppets).toHaveLength(2), 15_000);
    expect(puppets[1]!.host.agentSessionId).toBe('new');
    puppets[1]!.run!.end();
    await second.over;
    await session[Symbol.asyncDispose]();
  });

  it('starts a new conversation when its first program is lost before its end, unless the program saves at once', async () => {
    for (const [keepsAtOnce, expected] of [
      [false, undefined],
      [true, 'lost'],
    ] as const) {
      const { session, puppets } = open({ keepsAtOnce });
      const first = send(session, 'one');
      await vi.waitFor(() => expect(puppets).toHaveLength(1), 15_000);
      puppets[0]!.host.identify('lost');
      puppets[0]!.host.gone();
      puppets[0]!.run!.isLost = true;
      puppets[0]!.run!.end();
      await first.over;
      const second = send(session, 'two');
      await vi.waitFor(() => expect(puppets).toHaveLength(2), 15_000);
      expect(puppets[1]!.host.agentSessionId).toBe(expected);
      puppets[1]!.run!.end();
      await second.over;
      await session[Symbol.asyncDispose]();
    }
  });

  it('a session does one thing at a time', async () => {
    const { session, puppets } = open();
    const first = send(session, 'one');
    await vi.waitFor(() => expect(puppets[0]?.run).toBeDefined(), 15_000);
    await expect(send(session, 'two').over).rejects.toMatchObject({ code: 'task_running' });
    puppets[0]!.run!.end();
    await first.over;
    expect(puppets[0]!.begun).toEqual(['one']);
    await session[Symbol.asyncDispose]();
  });

  it.each([
    ['interrupt', (session: DrivenSession<Event, string>) => void session.interrupt()],
    ['its signal', (_session: DrivenSession<Event, string>, abort: AbortController) => abort.abort()],
  ])('a session is stopped by %s, and stays usable', async (_how, stop) => {
    const { session, puppets } = open();
    const abort = new AbortController();
    const { over } = send(session, 'one', abort.signal);
    await vi.waitFor(() => expect(puppets[0]?.run).toBeDefined(), 15_000);
    stop(session, abort);
    expect(await over).toEqual([]);
    expect(puppets[0]!.interrupts).toBe(1);
    const next = send(session, 'two');
    await vi.waitFor(() => expect(puppets[0]!.begun).toEqual(['one', 'two']), 15_000);
    puppets[0]!.run!.end();
    await next.over;
    expect(puppets).toHaveLength(1);
    await session[Symbol.asyncDispose]();
  });

  it('kills a program that does not stop, and starts a new one', async () => {
    const { session, puppets } = open({ interruptMs: 10 });
    const { over } = send(session, 'one');
    await vi.waitFor(() => expect(puppets[0]?.run).toBeDefined(), 15_000);
    puppets[0]!.onInterrupt = () => undefined;
    await session.interrupt();
    expect(await over).toEqual([]);
    expect(puppets[0]!.isGone).toBe(true);
    const next = send(session, 'two');
    await vi.waitFor(() => expect(puppets).toHaveLength(2), 15_000);
    puppets[1]!.run!.end();
    await next.over;
    await session[Symbol.asyncDispose]();
  });

  it('ignores a message that was withdrawn before it began', async () => {
    const { session, puppets } = open();
    expect(await send(session, 'one', AbortSignal.abort()).over).toEqual([]);
    expect(puppets).toEqual([]);
    await session.interrupt();
    await session[Symbol.asyncDispose]();
  });

  it('stops when its reader leaves', async () => {
    const { session, puppets } = open();
    const events = session.send('one', { signal: new AbortController().signal });
    const first = events.next();
    await vi.waitFor(() => expect(puppets[0]?.run).toBeDefined(), 15_000);
    void puppets[0]!.run!.tell({ say: 'hello' });
    expect(await first).toEqual({ done: false, value: { say: 'hello' } });
    await events.return();
    expect(puppets[0]!.interrupts).toBe(1);
    await session[Symbol.asyncDispose]();
  });

  it('fails after a long silence, and stops the program', async () => {
    const { session, puppets } = open({ silenceMs: 20 });
    await expect(send(session, 'one').over).rejects.toMatchObject({ code: 'agent_failed' });
    expect(puppets[0]!.interrupts).toBe(1);
    await session[Symbol.asyncDispose]();
  });

  it('passes questions to the reader and answers to the program, and waits as long as it takes', async () => {
    const question = { approvalId: 'a', toolCallId: 'c', toolName: 'Bash', input: {} };
    let asked: Promise<unknown> | undefined;
    const { session, puppets } = open({ silenceMs: 20 }, (puppet) => {
      puppet.onBegin = () => (asked = puppet.host.approvals.ask(question));
    });
    const { events, over } = send(session, 'one');
    await vi.waitFor(() => expect(events).toEqual([{ type: 'posthouse.approval-requested', ...question }]), 15_000);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await session.answer({ approvalId: 'a', approved: true });
    expect(await asked).toMatchObject({ approved: true });
    puppets[0]!.run!.end();
    await over;
    await expect(session.answer({ approvalId: 'a', approved: true })).rejects.toMatchObject({ code: 'call_not_found' });
    await session[Symbol.asyncDispose]();
  });

  it('refuses open questions when it is stopped', async () => {
    const { session, puppets } = open();
    const { over } = send(session, 'one');
    await vi.waitFor(() => expect(puppets[0]?.run).toBeDefined(), 15_000);
    const asked = puppets[0]!.host.approvals.ask({ approvalId: 'a', toolCallId: 'c', toolName: 'Bash', input: {} });
    await session.interrupt();
    expect(await asked).toMatchObject({ approved: false });
    expect((await over).map((event) => 'type' in event && event.type)).toEqual([
      'posthouse.approval-requested',
      'posthouse.approval-answered',
    ]);
    await session[Symbol.asyncDispose]();
  });

  it('ends an idle program, but not a working one', async () => {
    const { session, puppets } = open({ idleMs: 10 });
    const first = send(session, 'one');
    await vi.waitFor(() => expect(puppets[0]?.run).toBeDefined(), 15_000);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(puppets[0]!.isGone).toBe(false);
    puppets[0]!.run!.end();
    await first.over;
    await vi.waitFor(() => expect(puppets[0]!.isGone).toBe(true), 15_000);
    expect(session.pid).toBeUndefined();
    await session[Symbol.asyncDispose]();
  });

  it('forks the current conversation where the program can', async () => {
    const { session, puppets } = open({ canFork: true });
    await expect(session.fork!()).rejects.toMatchObject({ code: 'invalid_input' });
    const first = send(session, 'one');
    await vi.waitFor(() => expect(puppets[0]?.run).toBeDefined(), 15_000);
    puppets[0]!.host.identify('original');
    puppets[0]!.run!.end();
    await first.over;
    const fork = await session.fork!();
    expect(fork.agentSessionId).toBeUndefined();
    const second = send(fork, 'two');
    await vi.waitFor(() => expect(puppets).toHaveLength(2), 15_000);
    expect(puppets[1]!.host).toMatchObject({ agentSessionId: 'original', isFork: true });
    puppets[1]!.host.identify('copy');
    expect(puppets[1]!.host.isFork).toBe(false);
    puppets[1]!.run!.end();
    await second.over;
    expect([session.agentSessionId, fork.agentSessionId]).toEqual(['original', 'copy']);
    await fork[Symbol.asyncDispose]();
    await session[Symbol.asyncDispose]();
  });

  it('offers no fork where the program cannot', () => {
    expect(open().session.fork).toBeUndefined();
  });

  it('stops its run when it is disposed of', async () => {
    const { session, puppets } = open();
    const { over } = send(session, 'one');
    await vi.waitFor(() => expect(puppets[0]?.run).toBeDefined(), 15_000);
    await session[Symbol.asyncDispose]();
    expect(await over).toEqual([]);
    expect(puppets[0]).toMatchObject({ interrupts: 1, isGone: true });
  });
});

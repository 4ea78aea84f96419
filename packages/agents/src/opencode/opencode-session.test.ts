import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { StandInServer, type StandInClientOptions } from './__fixtures__/stand-in-client.ts';
import type { OpencodeEvent } from './opencode-event.ts';
import { OpencodeSession, type OpencodeSessionOptions } from './opencode-session.ts';

const LONG = 60_000;

function open(
  options: StandInClientOptions &
    Partial<OpencodeSessionOptions> & { silenceMs?: number; quietMs?: number; stopMs?: number; settleMs?: number },
): { session: OpencodeSession; servers: StandInServer[] } {
  const servers: StandInServer[] = [];
  const session = new OpencodeSession({
    agentSessionId: options.agentSessionId,
    model: options.model,
    agent: options.agent,
    idleMs: options.idleMs ?? LONG,
    timing: {
      silenceMs: options.silenceMs ?? LONG,
      quietMs: options.quietMs ?? LONG,
      settleMs: options.settleMs ?? LONG,
      stopMs: options.stopMs ?? LONG,
    },
    connect:
      options.connect ??
      (async () => {
        const server = new StandInServer(options);
        servers.push(server);
        return server.connect();
      }),
  });
  return { session, servers };
}

const never = new AbortController().signal;
const input = (text = 'Hello') => ({ parts: [{ type: 'text' as const, text }] });

async function run(
  session: OpencodeSession,
  signal = never,
  look?: (event: OpencodeEvent) => unknown,
): Promise<string[]> {
  const types: string[] = [];
  for await (const event of session.send(input(), { signal })) {
    types.push(event.type);
    await look?.(event);
  }
  return types;
}

/** Answers and is done. */
const obedient: StandInClientOptions['play'] = ({ say, on }) => {
  say(on.assistant('m1'));
  say(on.text('t1', 'm1', 'Done.', true));
  say(on.idle);
};

/** Works until it is stopped, and then takes two idles to end, as the real one does. */
const busy: StandInClientOptions['play'] = async ({ say, on, signal }) => {
  say(on.assistant('m1'));
  await new Promise((resolve) => signal.addEventListener('abort', resolve));
  say(on.error('MessageAbortedError', 'Aborted'));
  say(on.idle);
  say(on.text('t1', 'm1', 'late words', true));
  say(on.idle);
};

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; !isTrue() && tries < 1_000; tries += 1) await sleep(5);
  expect(isTrue()).toBe(true);
}

describe('a run of OpenCode', () => {
  test('emits the events of its session, up to the end', async () => {
    const { session } = open({ play: obedient });
    expect(await run(session)).toEqual(['session.status', 'message.updated', 'message.part.updated', 'session.idle']);
    expect([session.agentSessionId, session.pid]).toEqual(['ses_1', 4_711]);
    await session[Symbol.asyncDispose]();
  });

  test('listens before it asks, so that nothing is missed', async () => {
    const connecting = Promise.withResolvers<void>();
    const { session, servers } = open({ play: obedient, connecting: connecting.promise });
    const running = run(session);
    await until(() => servers[0]?.asked.length === 1);
    await sleep(0);
    expect(servers[0]!.asked.map(([name]) => name)).toEqual(['create']);
    connecting.resolve();
    await running;
    expect(servers[0]!.asked.map(([name]) => name)).toEqual(['create', 'subscribe', 'prompt']);
    await session[Symbol.asyncDispose]();
  });

  test('names the conversation itself, or OpenCode would ask the model for a name', async () => {
    const { session, servers } = open({ play: obedient });
    await run(session);
    expect(servers[0]!.asked).toContainEqual(['create', { title: 'posthouse' }]);
    await session[Symbol.asyncDispose]();
  });

  test('names the model and the agent', async () => {
    const model = { providerID: 'scripted', modelID: 'm' };
    const { session, servers } = open({ play: obedient, model, agent: 'plan' });
    await run(session);
    expect(servers[0]!.asked).toContainEqual(['prompt', { model, agent: 'plan' }]);
    await session[Symbol.asyncDispose]();
  });

  test('leaves out other conversations of the server', async () => {
    const { session } = open({
      play: (context) => {
        context.say({ type: 'session.idle', properties: { sessionID: 'ses_stranger' } });
        context.say({ type: 'plugin.added' });
        return obedient(context);
      },
    });
    expect(await run(session)).toHaveLength(4);
    await session[Symbol.asyncDispose]();
  });

  test('excludes another run at the same time', async () => {
    const { session } = open({ play: busy });
    const first = run(session);
    await expect(run(session)).rejects.toMatchObject({ code: 'task_running' });
    await session.interrupt();
    await first;
    await session[Symbol.asyncDispose]();
  });

  test("rejects with OpenCode's words when it is refused, and the session is usable again", async () => {
    const { session } = open({ refusePrompt: 'No such model.' });
    await expect(run(session)).rejects.toMatchObject({
      code: 'agent_failed',
      message: 'OpenCode refused: No such model.',
    });
    await expect(run(session)).rejects.toThrow('No such model.');
    await session[Symbol.asyncDispose]();
  });

  test('ends after a while when it fails without a second idle', async () => {
    const { session } = open({
      settleMs: 20,
      play: ({ say, on }) => {
        say(on.error('UnknownError', 'Model not found'));
        say(on.idle);
      },
    });
    expect(await run(session)).toEqual(['session.status', 'session.error', 'session.idle']);
    await session[Symbol.asyncDispose]();
  });

  test('rejects when its server cannot be started, and the next run tries again', async () => {
    let isBroken = true;
    const session = new OpencodeSession({
      agentSessionId: undefined,
      model: undefined,
      agent: undefined,
      idleMs: LONG,
      timing: { silenceMs: LONG, quietMs: LONG, settleMs: LONG, stopMs: LONG },
      connect: async () => {
        if (isBroken) throw new Error('no such program');
        return new StandInServer({ play: obedient }).connect();
      },
    });
    await expect(run(session)).rejects.toThrow('no such program');
    isBroken = false;
    expect(await run(session)).toHaveLength(4);
    await session[Symbol.asyncDispose]();
  });
});

describe('an OpenCode server that goes away', () => {
  test('fails the run with its last words, and the next run gets a new one', async () => {
    let isFirst = true;
    const { session, servers } = open({
      play: (context) => {
        if (!isFirst) return obedient(context);
        isFirst = false;
        servers[0]!.die('OpenCode ended with code 3.');
      },
    });
    await expect(run(session)).rejects.toMatchObject({ code: 'agent_failed', message: 'OpenCode ended with code 3.' });
    expect(await run(session)).toHaveLength(4);
    expect(servers).toHaveLength(2);
    expect(session.agentSessionId).toBe('ses_1');
    await session[Symbol.asyncDispose]();
  });

  test('fails the run when only its streams close', async () => {
    const { session, servers } = open({ play: () => servers[0]!.cut() });
    await expect(run(session)).rejects.toThrow('closed the stream');
    expect(servers[0]!.discarded).toBe(1);
    await session[Symbol.asyncDispose]();
  });

  test('a server that has fallen silent is killed', async () => {
    const { session, servers } = open({ silenceMs: 30, play: () => undefined });
    await expect(run(session)).rejects.toThrow('has sent nothing for 30 ms');
    expect(servers[0]!.discarded).toBe(1);
    await session[Symbol.asyncDispose]();
  });
});

describe('an OpenCode server that is missing at the next run', () => {
  test('a server whose end is reported late is not confused with its successor', async () => {
    const { session, servers } = open({ play: obedient, idleMs: 10 });
    await run(session);
    await until(() => servers[0]!.released === 1);
    const types = await run(session, never, () => servers[0]!.die('OpenCode ended on SIGTERM.'));
    expect(types).toHaveLength(4);
    expect([servers.length, servers[1]!.released, session.pid]).toEqual([2, 0, 4_711]);
    await session[Symbol.asyncDispose]();
    expect(servers[1]!.released).toBe(1);
  });

  test('a server that has died unnoticed is replaced, and the conversation continues', async () => {
    const { session, servers } = open({ play: obedient });
    await run(session);
    servers[0]!.lose();
    expect(await run(session)).toHaveLength(4);
    expect([servers.length, servers[0]!.discarded, session.agentSessionId]).toEqual([2, 1, 'ses_1']);
    await session[Symbol.asyncDispose]();
  });

  test('fails the run when no other one starts, and keeps the conversation', async () => {
    const servers: StandInServer[] = [];
    const { session } = open({
      agentSessionId: 'ses_before',
      connect: async () => {
        const server = new StandInServer({ play: obedient });
        if (servers.push(server) < 3) server.lose();
        return server.connect();
      },
    });
    await expect(run(session)).rejects.toMatchObject({
      code: 'agent_failed',
      message: 'OpenCode cannot be reached: fetch failed',
      details: { reason: 'unreachable' },
    });
    expect(servers.map(({ discarded }) => discarded)).toEqual([1, 1]);
    expect(await run(session)).toHaveLength(4);
    expect(session.agentSessionId).toBe('ses_before');
    await session[Symbol.asyncDispose]();
  });
});

describe('an OpenCode run without progress', () => {
  const beating: StandInClientOptions['play'] = async ({ say, signal }) => {
    while (!signal.aborted) {
      say({ type: 'server.heartbeat', properties: {} });
      await sleep(5);
    }
  };

  test('fails after a long silence, although the server lives', async () => {
    const { session, servers } = open({ quietMs: 40, play: beating });
    await expect(run(session)).rejects.toThrow('has done nothing for 40 ms');
    expect(servers[0]!.discarded).toBe(1);
    await session[Symbol.asyncDispose]();
  });

  test('a run may take its time while it waits for the user', async () => {
    const { session } = open({
      quietMs: 40,
      play: async (context) => {
        context.say(context.on.asked('per_1', 'c1'));
        await beating(context);
        context.say(context.on.idle);
      },
    });
    const running = run(session);
    await sleep(200);
    await session.interrupt();
    expect(await running).toContain('permission.asked');
    await session[Symbol.asyncDispose]();
  });
});

describe('stopping OpenCode', () => {
  test('a stop ends the run for its reader at once, and waits for OpenCode', async () => {
    const { session, servers } = open({ play: busy });
    const types = await run(session, never, ({ type }) => type === 'message.updated' && void session.interrupt());
    expect(types).toEqual(['session.status', 'message.updated']);
    expect(servers[0]!.asked.map(([name]) => name)).toContain('abort');
    expect(servers[0]!.discarded).toBe(0);
    await session[Symbol.asyncDispose]();
  });

  test('a signal, or a reader that leaves, stops OpenCode the same way', async () => {
    const { session, servers } = open({ play: busy });
    const stop = new AbortController();
    await run(session, stop.signal, ({ type }) => type === 'message.updated' && stop.abort());
    for await (const { type } of session.send(input(), { signal: never })) if (type === 'message.updated') break;
    expect(servers[0]!.asked.filter(([name]) => name === 'abort')).toHaveLength(2);
    expect(await run(session, AbortSignal.abort())).toEqual([]);
    await session[Symbol.asyncDispose]();
  });

  test('a stop kills a server that does not react', async () => {
    const { session, servers } = open({ play: busy, isDeaf: true, stopMs: 20 });
    await run(session, never, ({ type }) => type === 'message.updated' && void session.interrupt());
    expect(servers[0]!.discarded).toBe(1);
    expect(session.pid).toBeUndefined();
    await session[Symbol.asyncDispose]();
  });

  test('a stop keeps the run from beginning while the server is starting', async () => {
    const server = new StandInServer({ play: obedient });
    const started = Promise.withResolvers<void>();
    const session = new OpencodeSession({
      agentSessionId: undefined,
      model: undefined,
      agent: undefined,
      idleMs: LONG,
      timing: { silenceMs: LONG, quietMs: LONG, settleMs: LONG, stopMs: LONG },
      connect: async () => {
        await started.promise;
        return server.connect();
      },
    });
    const running = run(session);
    await session.interrupt();
    expect(await running).toEqual([]);
    started.resolve();
    expect(await run(session)).toHaveLength(4);
    expect(server.asked.filter(([name]) => name === 'prompt')).toHaveLength(1);
    await session[Symbol.asyncDispose]();
  });
});

describe('approvals of OpenCode', () => {
  const asking = (event: (on: Parameters<NonNullable<StandInClientOptions['play']>>[0]['on']) => OpencodeEvent) =>
    open({
      play: async ({ say, on, signal }) => {
        say(event(on));
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
        say(on.idle);
      },
    });

  async function answer(opened: ReturnType<typeof open>, approval: object): Promise<unknown[]> {
    const { session, servers } = opened;
    await run(session, never, async ({ type, properties }) => {
      if (!type.endsWith('.asked')) return;
      const approvalId = properties!.id!;
      await session.answer({ approvalId, approved: true, ...approval });
      await expect(session.answer({ approvalId, approved: true })).rejects.toMatchObject({ code: 'call_not_found' });
      void session.interrupt();
    });
    await session[Symbol.asyncDispose]();
    return servers[0]!.asked.filter(([name]) => !['create', 'subscribe', 'prompt', 'abort'].includes(name));
  }

  test('a permission is given once', async () => {
    expect(
      await answer(
        asking((on) => on.asked('per_1', 'c1')),
        {},
      ),
    ).toEqual([['permission', { requestID: 'per_1', reply: 'once' }]]);
  });

  test('a refusal always has a reason, because one without would end the run', async () => {
    expect(
      await answer(
        asking((on) => on.asked('per_1', 'c1')),
        { approved: false, reason: 'Not today.' },
      ),
    ).toEqual([['permission', { requestID: 'per_1', reply: 'reject', message: 'Not today.' }]]);
    expect(
      await answer(
        asking((on) => on.asked('per_1', 'c1')),
        { approved: false },
      ),
    ).toEqual([['permission', { requestID: 'per_1', reply: 'reject', message: 'The user did not allow this call.' }]]);
  });

  test.each([
    [{ answers: [['B']] }, [['B']]],
    [
      ['A', ['B', 'C']],
      [['A'], ['B', 'C']],
    ],
    ['A', [['A']]],
    [undefined, [['']]],
  ])('a question is answered with %j', async (given, answers) => {
    const opened = asking((on) => on.event('question.asked', { id: 'que_1', questions: [] }));
    expect(await answer(opened, { input: given })).toEqual([['answers', { requestID: 'que_1', answers }]]);
  });

  test('a question can be dismissed', async () => {
    const opened = asking((on) => on.event('question.asked', { id: 'que_1', questions: [] }));
    expect(await answer(opened, { approved: false })).toEqual([['reject', { requestID: 'que_1' }]]);
  });

  test('approvals cannot be answered when OpenCode has settled them, or after their run', async () => {
    const { session } = open({
      play: ({ say, on }) => {
        say(on.asked('per_1', 'c1'));
        say(on.replied('per_1', 'once'));
        say(on.asked('per_2', 'c2'));
        say(on.idle);
      },
    });
    await run(session);
    for (const approvalId of ['per_1', 'per_2']) {
      await expect(session.answer({ approvalId, approved: true })).rejects.toMatchObject({ code: 'call_not_found' });
    }
    await session[Symbol.asyncDispose]();
  });
});

describe('a conversation with OpenCode', () => {
  test('a conversation is resumed by its id', async () => {
    const { session } = open({ play: obedient, agentSessionId: 'ses_before' });
    await run(session);
    expect(session.agentSessionId).toBe('ses_before');
    await session[Symbol.asyncDispose]();
  });

  test('a conversation that OpenCode does not know is refused with the reason', async () => {
    const { session } = open({ play: obedient, agentSessionId: 'ses_unknown' });
    await expect(run(session)).rejects.toMatchObject({
      code: 'agent_failed',
      details: { reason: 'unknown-session', agentSessionId: 'ses_unknown' },
    });
    await session[Symbol.asyncDispose]();
  });

  test('a conversation can be forked', async () => {
    const { session, servers } = open({ play: obedient });
    await run(session);
    const copy = await session.fork();
    expect(copy.agentSessionId).toBe('ses_2');
    expect(servers[0]!.asked).toContainEqual(['fork', { sessionID: 'ses_1' }]);
    await session[Symbol.asyncDispose]();
    await copy[Symbol.asyncDispose]();
  });
});

describe('the OpenCode server of a session', () => {
  test('the server is released after an idle time, and acquired again for the next run', async () => {
    const { session, servers } = open({ play: obedient, idleMs: 10 });
    await run(session);
    await until(() => servers[0]!.released === 1);
    expect(session.pid).toBeUndefined();
    await run(session);
    expect(servers).toHaveLength(2);
    await session[Symbol.asyncDispose]();
    await until(() => servers[1]!.released === 1);
  });

  test('the server is released when the session is disposed of, also in the middle of a run', async () => {
    const { session, servers } = open({ play: busy });
    const running = run(session);
    await until(() => servers[0]?.asked.some(([name]) => name === 'prompt') === true);
    await session[Symbol.asyncDispose]();
    await running;
    expect(servers[0]!.released).toBe(1);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from 'vitest';
import type { HostEvent } from '../host-event.ts';
import { answer, standInAgent, type StandInPlay } from './__fixtures__/stand-in-pi.ts';
import type { PiEvent, PiMessage } from './pi-event.ts';
import { PiSession } from './pi-session.ts';

const root = mkdtempSync(join(tmpdir(), 'pi-session-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

interface Options {
  readonly agentSessionId?: string;
  readonly needsApproval?: boolean;
  readonly stopMs?: number;
  readonly silenceMs?: number;
  readonly stateFolder?: string;
}

function open(play: StandInPlay, options: Options = {}): { session: PiSession; begun: (readonly PiMessage[])[] } {
  const begun: (readonly PiMessage[])[] = [];
  const session = new PiSession({
    agentSessionId: options.agentSessionId,
    stateFolder: options.stateFolder ?? root,
    needsApproval: () => options.needsApproval ?? false,
    stopMs: options.stopMs ?? 5_000,
    silenceMs: options.silenceMs ?? 60_000,
    createAgent: ({ messages, beforeToolCall }) => {
      begun.push(messages);
      const initialState = { systemPrompt: '', model: {} as never, thinkingLevel: 'low', tools: [], messages };
      return standInAgent({ initialState, getApiKey: () => undefined, beforeToolCall }, play);
    },
  });
  return { session, begun };
}

const input = (text: string): { role: 'user'; content: { type: 'text'; text: string }[] } => {
  return { role: 'user', content: [{ type: 'text', text }] };
};
const never = new AbortController().signal;

async function run(session: PiSession, text = 'Hello', signal = never): Promise<(PiEvent | HostEvent)[]> {
  return begin(session, text, signal).events;
}

/** A run in the background; `heard` resolves when pi has taken the message. */
function begin(
  session: PiSession,
  text = 'Hello',
  signal = never,
): { events: Promise<(PiEvent | HostEvent)[]>; heard: Promise<void> } {
  const heard = Promise.withResolvers<void>();
  const read = async (): Promise<(PiEvent | HostEvent)[]> => {
    const events: (PiEvent | HostEvent)[] = [];
    for await (const event of session.send(input(text), { signal })) {
      events.push(event);
      if (event.type === 'message_end') heard.resolve();
    }
    return events;
  };
  return { events: read(), heard: heard.promise };
}

const hang: StandInPlay = ({ signal }) => new Promise((resolve) => signal.addEventListener('abort', () => resolve()));

describe('a run of pi', () => {
  test('emits what pi says, up to its end', async () => {
    await using session = open(({ say, text }) => answer(say, `You said ${text}.`)).session;
    expect((await run(session)).map(({ type }) => type)).toEqual([
      'agent_start',
      'message_end',
      'message_start',
      'message_end',
    ]);
  });

  test('rejects when it fails, and the session is usable again', async () => {
    let isBroken = true;
    await using session = open(async ({ say }) => {
      if (isBroken) throw new Error('the network is down');
      await answer(say, 'Better.');
    }).session;
    await expect(run(session)).rejects.toMatchObject({
      code: 'agent_failed',
      message: 'pi failed: the network is down',
    });
    isBroken = false;
    expect(await run(session)).toHaveLength(4);
  });

  test('excludes another run at the same time', async () => {
    await using session = open(hang).session;
    const first = begin(session);
    await expect(run(session)).rejects.toMatchObject({ code: 'task_running' });
    await first.heard;
    await session.interrupt();
    await first.events;
  });

  test('fails after a long silence, unless it waits for the user', async () => {
    await using session = open(hang, { silenceMs: 30 }).session;
    await expect(run(session)).rejects.toThrow('pi failed: it has sent nothing for 30 ms.');
    const asking = open(
      ({ options }) => options.beforeToolCall({ toolCall: { id: 'c1', name: 'x' }, args: {} }).then(() => undefined),
      {
        silenceMs: 30,
        needsApproval: true,
      },
    ).session;
    const { events, heard } = begin(asking);
    await heard;
    await sleep(150);
    await asking.interrupt();
    expect((await events).map(({ type }) => type)).toContain('posthouse.approval-requested');
  });

  test('waits for its reader instead of filling the memory', async () => {
    let said = 0;
    await using session = open(async ({ say, signal }) => {
      while (!signal.aborted && said < 20_000) {
        said += 1;
        await say({ type: 'tool_execution_update', toolCallId: 'c', partialResult: 'x' });
      }
    }).session;
    const events = session.send(input('Go'), { signal: never });
    await events.next();
    // As long as anything moves; it must come to rest long before it has said everything.
    for (let before = -1; before !== said; await sleep(20)) before = said;
    expect(said).toBeLessThan(5_000);
    await events.return(undefined);
    expect(said).toBeLessThan(20_000);
  });
});

describe('stopping pi', () => {
  test('a stop ends the run at once', async () => {
    await using session = open(hang).session;
    const { events, heard } = begin(session);
    await heard;
    await session.interrupt();
    expect((await events).map(({ type }) => type)).toEqual(['agent_start', 'message_end']);
  });

  test('a signal stops pi, too', async () => {
    await using session = open(hang).session;
    const stop = new AbortController();
    const { events, heard } = begin(session, 'Hello', stop.signal);
    await heard;
    stop.abort();
    await events;
    expect(await run(session, 'Hello', AbortSignal.abort())).toEqual([]);
  });

  test('a stop drops what pi says afterwards', async () => {
    await using session = open(async ({ say, signal }) => {
      await hang({ say, signal, options: {} as never, text: '' });
      await answer(say, 'Too late.');
    }).session;
    const { events, heard } = begin(session);
    await heard;
    await session.interrupt();
    expect((await events).some(({ type }) => type === 'message_start')).toBe(false);
  });

  test('a stop leaves behind a tool that does not react, and the next run gets an agent of its own', async () => {
    const deaf = Promise.withResolvers<void>();
    let isFirst = true;
    const { session, begun } = open(
      async ({ say }) => {
        if (!isFirst) return answer(say, 'Here I am.');
        isFirst = false;
        await deaf.promise;
        await answer(say, 'Hello?');
      },
      { stopMs: 20 },
    );
    const { events, heard } = begin(session);
    await heard;
    await session.interrupt();
    await events;
    const next = run(session, 'And now?');
    deaf.resolve();
    const texts = (await next).flatMap((event) => ('message' in event ? [JSON.stringify(event.message?.content)] : []));
    expect(texts.join()).toContain('Here I am.');
    expect(texts.join()).not.toContain('Hello?');
    expect(begun).toHaveLength(2);
    await session[Symbol.asyncDispose]();
  });

  test('a stop does nothing when nothing runs', async () => {
    await using session = open(hang).session;
    await session.interrupt();
    expect(session.agentSessionId).toBeUndefined();
  });
});

describe('approvals of pi', () => {
  const ask: StandInPlay = async ({ say, options }) => {
    const toolCall = { id: 'c1', name: 'bash' };
    const refusal = await options.beforeToolCall({ toolCall, args: { command: 'ls' } });
    await answer(say, JSON.stringify(refusal ?? 'allowed'));
  };

  async function runAnswering(session: PiSession, approval: object): Promise<(PiEvent | HostEvent)[]> {
    const events: (PiEvent | HostEvent)[] = [];
    for await (const event of session.send(input('Go'), { signal: never })) {
      events.push(event);
      if (event.type !== 'posthouse.approval-requested') continue;
      await session.answer({ approvalId: 'c1', approved: true, ...approval });
      await expect(session.answer({ approvalId: 'c1', approved: true })).rejects.toMatchObject({
        code: 'call_not_found',
      });
    }
    return events;
  }

  test('approvals are requested in the stream and answered once', async () => {
    await using session = open(ask, { needsApproval: true }).session;
    const events = await runAnswering(session, {});
    expect(events).toContainEqual({
      type: 'posthouse.approval-requested',
      approvalId: 'c1',
      toolCallId: 'c1',
      toolName: 'bash',
      input: { command: 'ls' },
    });
    expect(JSON.stringify(events.at(-1))).toContain('allowed');
  });

  test('a refused approval blocks the call with the reason', async () => {
    await using session = open(ask, { needsApproval: true }).session;
    const events = await runAnswering(session, { approved: false, reason: 'Not today.' });
    expect(JSON.stringify(events.at(-1))).toContain('Not today.');
  });

  test('approvals are not requested for calls that need none', async () => {
    await using session = open(ask).session;
    expect(JSON.stringify((await run(session)).at(-1))).toContain('allowed');
  });

  test('approvals are refused when the run is stopped', async () => {
    await using session = open(ask, { needsApproval: true }).session;
    for await (const event of session.send(input('Go'), { signal: never })) {
      if (event.type === 'posthouse.approval-requested') void session.interrupt();
    }
    await expect(session.answer({ approvalId: 'c1', approved: true })).rejects.toMatchObject({
      code: 'call_not_found',
    });
  });
});

describe('a conversation with pi', () => {
  const echo: StandInPlay = ({ say, text }) => answer(say, `You said ${text}.`);
  const textsOf = (messages: readonly PiMessage[]): string[] => {
    return messages.map(({ content }) => (content as { text: string }[])[0]!.text);
  };

  test('a conversation is resumed by its id with everything that was said', async () => {
    const { session } = open(echo);
    await run(session, 'one');
    await session[Symbol.asyncDispose]();
    const resumed = open(echo, { agentSessionId: session.agentSessionId! });
    await run(resumed.session, 'two');
    expect(textsOf(resumed.begun[0]!)).toEqual(['one', 'You said one.']);
    expect(resumed.session.agentSessionId).toBe(session.agentSessionId);
    await resumed.session[Symbol.asyncDispose]();
  });

  test('an unknown conversation is refused with the reason', async () => {
    await using session = open(echo, { agentSessionId: 'nobody' }).session;
    await expect(run(session)).rejects.toMatchObject({
      code: 'agent_failed',
      details: { reason: 'unknown-session', agentSessionId: 'nobody' },
    });
  });

  test('a conversation can be forked into an independent copy', async () => {
    const { session } = open(echo);
    await run(session, 'one');
    const copy = await session.fork();
    expect(copy.agentSessionId).not.toBe(session.agentSessionId);
    await run(copy, 'two');
    await run(session, 'three');
    const lines = (id: string): number =>
      readFileSync(join(root, `${id}.jsonl`), 'utf8')
        .trim()
        .split('\n').length;
    expect([lines(session.agentSessionId!), lines(copy.agentSessionId!)]).toEqual([4, 4]);
    await session[Symbol.asyncDispose]();
    await copy[Symbol.asyncDispose]();
  });

  test('a conversation is on disk before the model continues', async () => {
    const stateFolder = join(root, 'apart');
    const seen: string[] = [];
    await using session = open(
      async ({ say }) => {
        const [file] = readdirSync(stateFolder);
        seen.push(readFileSync(join(stateFolder, file!), 'utf8'));
        await answer(say, 'Done.');
      },
      { stateFolder },
    ).session;
    await run(session, 'Remember this.');
    expect(seen[0]).toContain('Remember this.');
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { entriesArbitrary, entryArbitrary, plausibleLogArbitrary } from '../__fixtures__/log-arbitraries.ts';
import { writeLog } from '../__fixtures__/log-writer.ts';
import { type MAILFrame, mailFrameWire } from '../frames/mail-frame.ts';
import type { Fact, LogEntry } from '../log/log-entry.ts';
import { toMailFrames } from './to-mail-frames.ts';

const context = { taskId: 'task-1', swarm: 'swarm-alpha' };
const logArbitrary = fc.oneof(plausibleLogArbitrary, entriesArbitrary);
const framesOf = (entries: readonly LogEntry[]): MAILFrame[] =>
  entries.flatMap((entry) => toMailFrames(entry, context));

const entryOf = (fact: Fact, place: { agent?: string; turn?: number } = {}): LogEntry => ({
  seq: 7,
  run: 2,
  at: '2026-03-01T08:30:00.000Z',
  ...place,
  ...fact,
});

/** The frames of one fact, without what all of them repeat. */
const shownFor = (fact: Fact, agent = 'clerk'): unknown[] =>
  toMailFrames(entryOf(fact, { agent, turn: 3 }), context).map(({ event, data }) => {
    const { timestamp: _, taskId: __, ...rest } = data as { timestamp: string; taskId: string };
    return { event, ...rest };
  });

describe('frames of any log', () => {
  test('every frame is valid on the wire', () => {
    fc.assert(
      fc.property(logArbitrary, (entries) => {
        for (const frame of framesOf(entries)) {
          const wire = mailFrameWire.emit(frame);
          expect(mailFrameWire.emitTrusted(frame)).toEqual(wire);
          expect(mailFrameWire.parse(JSON.parse(JSON.stringify(wire))).dropped).toEqual([]);
        }
      }),
    );
  });

  test('the last frame of an entry, and no other, has its seq as id', () => {
    fc.assert(
      fc.property(entryArbitrary, (entry) => {
        const ids = toMailFrames(entry, context).map((frame) => frame.id);
        expect(ids.slice(0, -1).filter((id) => id !== undefined)).toEqual([]);
        expect(ids.slice(-1).filter((id) => id !== String(entry.seq))).toEqual([]);
      }),
    );
  });

  test('readers get the same frames wherever they start or were cut off', () => {
    fc.assert(
      fc.property(logArbitrary, fc.nat(), (entries, place) => {
        const cut = entries.length === 0 ? 0 : place % entries.length;
        expect([...framesOf(entries.slice(0, cut)), ...framesOf(entries.slice(cut))]).toEqual(framesOf(entries));
      }),
    );
  });

  test('depend on the log alone, and do not change it', () => {
    fc.assert(
      fc.property(logArbitrary, (entries) => {
        const before = structuredClone(entries);
        expect(framesOf(entries)).toEqual(framesOf(entries));
        expect(entries).toEqual(before);
      }),
    );
  });

  test('every frame has the task and the time of its entry', () => {
    fc.assert(
      fc.property(entryArbitrary, (entry) => {
        for (const { data } of toMailFrames(entry, context)) {
          expect(data.taskId).toBe('task-1');
          expect('timestamp' in data && Date.parse(data.timestamp)).toBe(Date.parse(entry.at));
        }
      }),
    );
  });

  test('exist even for an entry without a readable time', () => {
    const [frame] = toMailFrames({ ...entryOf({ type: 'notice', code: 'c', text: 't' }), at: 'noon' }, context);
    expect(frame?.data).toMatchObject({ timestamp: 'noon', description: 't' });
  });

  test('no frame names an undefined agent', () => {
    fc.assert(
      fc.property(entryArbitrary, (entry) => {
        fc.pre(!JSON.stringify(entry).includes('undefined'));
        const { agent: _, ...nameless } = entry;
        expect(JSON.stringify(toMailFrames(nameless as LogEntry, context))).not.toContain('undefined');
      }),
    );
  });

  test('a stream ends only where our own run ends or pauses', () => {
    fc.assert(
      fc.property(entryArbitrary, (entry) => {
        const ends = toMailFrames(entry, context).filter(({ data }) => 'response' in data);
        expect(ends).toHaveLength(entry.type === 'run-ended' || entry.type === 'paused' ? 1 : 0);
      }),
    );
  });
});

describe('the frames of a run', () => {
  test('the frames of a run show its beginning', () => {
    expect(shownFor({ type: 'run-started', answerId: 'answer-1' })).toEqual([
      { event: 'run_started', description: 'run 2 started', extraData: { run: 2, answerId: 'answer-1' } },
    ]);
  });

  test.each([
    ['complete', 'task_complete'],
    ['error', 'task_error'],
    ['cancelled', 'task_error'],
  ] as const)('show its end: %s is %s', (outcome, event) => {
    expect(shownFor({ type: 'run-ended', outcome, text: 'the end', code: 'stalled' })).toEqual([
      { event, response: 'the end', status: outcome, code: 'stalled' },
    ]);
  });

  test('a pause is shown as a completion whose answer lists the open calls', () => {
    const calls = [
      { callId: 'call-1', tool: 'ask_human', input: { q: 'ok?' } },
      { callId: 'call-2', tool: 'sign', input: 'here' },
    ];
    expect(shownFor({ type: 'paused', calls })).toEqual([
      {
        event: 'breakpoint_tool_call',
        description: 'agent clerk used breakpoint tools ask_human, sign with args: {"q":"ok?"}, here',
        extraData: { caller: 'clerk' },
      },
      {
        event: 'task_complete',
        status: 'paused',
        response:
          '[{"arguments":"{\\"q\\":\\"ok?\\"}","call_id":"call-1","name":"ask_human","type":"function_call","id":"fc_call-1","status":"completed"},' +
          '{"arguments":"\\"here\\"","call_id":"call-2","name":"sign","type":"function_call","id":"fc_call-2","status":"completed"}]',
      },
    ]);
  });

  test('an agent that could not answer is shown, whether the run goes on or ends', () => {
    const failure = { event: 'agent_error', description: 'no voice', extraData: { caller: 'clerk' } };
    expect(shownFor({ type: 'notice', code: 'model_failed', text: 'no voice' })).toEqual([failure]);
    const ended = { type: 'run-ended', outcome: 'error', text: 'no voice', code: 'model_failed' } as const;
    expect(shownFor(ended)).toMatchObject([failure, { event: 'task_error', response: 'no voice' }]);
    expect(shownFor({ type: 'remote', swarm: 'annex', fact: ended })).toMatchObject([
      { event: 'agent_error', extraData: { remoteSwarm: 'annex' } },
    ]);
  });

  test('a letter that did not arrive is shown', () => {
    expect(shownFor({ type: 'notice', code: 'letter_lost', text: 'error sending' })).toEqual([
      { event: 'interswarm_message_error', description: 'error sending', extraData: { caller: 'clerk' } },
    ]);
  });

  test('the frames of a run show that it goes on after a pause', () => {
    expect(shownFor({ type: 'resumed', callIds: ['call-1', 'call-2'] })).toEqual([
      { event: 'task_resumed', description: 'resumed with results of call-1, call-2', extraData: {} },
    ]);
  });

  test.each([
    [
      { type: 'usage', model: 'm', usage: { inputTokens: 3, outputTokens: 4, cost: 0.5 } },
      'usage',
      { caller: 'clerk', model: 'm', inputTokens: 3, outputTokens: 4, cost: 0.5 },
    ],
    [{ type: 'notice', code: 'mail_dropped', text: 'dropped' }, 'notice', { caller: 'clerk', code: 'mail_dropped' }],
    [{ type: 'compacted', through: 9 }, 'history_compacted', { caller: 'clerk', through: 9 }],
    [{ type: 'text-abandoned', attempt: 2, parts: [] }, 'text_abandoned', { caller: 'clerk', turn: 3, attempt: 2 }],
  ] as [Fact, string, object][])('show %o as our own frame %s', (fact, event, extraData) => {
    expect(shownFor(fact)).toMatchObject([{ event, extraData }]);
  });
});

describe('the frames of a message', () => {
  const messagesOf = (tell: (log: ReturnType<typeof writeLog>) => void): Fact[] => {
    const log = writeLog();
    tell(log);
    return log.entries;
  };
  const show = (tell: (log: ReturnType<typeof writeLog>) => void): unknown[] =>
    messagesOf(tell).flatMap((fact) => shownFor(fact));
  const mail = { subject: 's', body: 'b' };

  test('a message is shown in full and as the agent reads it', () => {
    const [entry] = messagesOf((log) => log.ask('hello'));
    const [frame] = shownFor(entry!) as [{ event: string; description: string; extraData: { fullMessage: unknown } }];
    expect(frame.event).toBe('new_message');
    expect(frame.description).toMatch(/^sending message:\n<incoming_message>\n/);
    expect(frame.extraData.fullMessage).toBe((entry as { message?: unknown }).message);
  });

  test('the frames of a message say when it completes the task', () => {
    expect(show((log) => log.complete('clerk', 'done'))).toMatchObject([
      { event: 'new_message', description: expect.stringMatching(/^task_complete response from clerk:\n/) as string },
    ]);
  });

  test('a broadcast gives one frame for each recipient', () => {
    const tell = { recipients: ['all'], heardBy: ['weather', 'math'], ...mail };
    const frames = show((log) => log.tell('broadcast', 'clerk', tell));
    expect(frames).toHaveLength(2);
    expect(frames[0]).toEqual(frames[1]);
  });

  test('the signal that re-prompts an agent after a breakpoint is left out', () => {
    expect(show((log) => log.announce('clerk', '::action_complete_broadcast::', ''))).toEqual([]);
  });

  test('a message with the subject of that signal is shown unless the system sent it', () => {
    const hidden = { subject: '::action_complete_broadcast::', body: 'psst' };
    expect(show((log) => log.send('request', 'porter@annex', 'clerk', hidden))).toMatchObject([
      { event: 'interswarm_message_received' },
      { event: 'new_message' },
    ]);
  });

  test('the frames of a message say when it left for another swarm, and in which direction', () => {
    expect(show((log) => log.send('request', 'clerk', 'porter@annex', mail))).toMatchObject([
      {
        event: 'interswarm_message_sent',
        description: expect.stringMatching(/^sent interswarm message forward to swarm annex:\n/) as string,
      },
    ]);
    const [entry] = messagesOf((log) => log.send('response', 'clerk', 'porter@annex', mail)) as [
      Extract<Fact, { type: 'message' }>,
    ];
    entry.message.message.routingInfo = { direction: 'back' };
    expect(shownFor(entry)).toMatchObject([
      { description: expect.stringContaining('message back to swarm annex') as string },
    ]);
  });

  test('the frames of a message say from which swarm it came', () => {
    expect(show((log) => log.send('response', 'porter@annex', 'clerk', mail))).toMatchObject([
      {
        event: 'interswarm_message_received',
        description: 'received interswarm message from swarm annex',
        extraData: {},
      },
      { event: 'new_message' },
    ]);
  });

  test('a qualified address of the own swarm is local', () => {
    const local = show((log) => log.send('request', 'clerk@swarm-alpha', 'porter@swarm-alpha', mail));
    expect(local).toMatchObject([{ event: 'new_message' }]);
  });
});

describe('frames of entries of another swarm', () => {
  const remote = (fact: Fact): unknown[] => shownFor({ type: 'remote', swarm: 'annex', fact } as Fact);

  test("frames of another swarm's entries carry its name", () => {
    const call = { type: 'call', callId: 'c', tool: 'look', kind: 'action', input: {} } as const;
    expect(remote(call)).toMatchObject([{ event: 'tool_call', extraData: { remoteSwarm: 'annex', toolName: 'look' } }]);
  });

  test('entries of another swarm are shown from its point of view: mail to us is sent, mail among them is local', () => {
    const [to, among] = (() => {
      const log = writeLog({ swarm: 'annex' });
      log.send('response', 'porter', 'clerk@swarm-alpha', { subject: 's', body: 'b' });
      log.send('request', 'porter', 'cook@annex', { subject: 's', body: 'b' });
      return log.entries;
    })();
    const factOf = (entry: LogEntry): Fact =>
      Object.fromEntries(Object.entries(entry).filter(([key]) => !['seq', 'at', 'run'].includes(key))) as Fact;
    expect(remote(factOf(to!))).toMatchObject([{ event: 'interswarm_message_sent' }]);
    expect(remote(factOf(among!))).toMatchObject([{ event: 'new_message', extraData: { remoteSwarm: 'annex' } }]);
  });

  test.each([
    { type: 'run-ended', outcome: 'complete', text: 'x' },
    { type: 'paused', calls: [{ callId: 'c', tool: 't', input: null }] },
  ] as Fact[])('entries of another swarm do not end our stream: $type', (fact) => {
    expect(remote(fact)).toEqual([]);
  });
});

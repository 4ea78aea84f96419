import type { LogEntry, NewEntry } from '@posthouse/protocol';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { KINDS, toEntryLine } from './entry-line.ts';
import { filterEntries } from './filter-entries.ts';
import { BEGINNING, type Moment, nextMoment, toEdgeId } from './moment.ts';
import { TaskTape } from './task-tape.ts';
import { toDialogue } from './to-dialogue.ts';

const mail = (from: string, to: string, { type = 'agent', subject = 'A sum' } = {}): NewEntry =>
  ({
    run: 1,
    type: 'message',
    to,
    message: {
      id: 'm',
      timestamp: '2026-03-01T08:00:00Z',
      msgType: 'request',
      message: { sender: { addressType: type, address: from }, subject, body: `to ${to}` },
    },
  }) as unknown as NewEntry;
const of = (agent: string, turn: number) => ({ run: 1, agent, turn });
const call = (agent: string, turn: number, callId = 'c', tool = 'add'): NewEntry => ({
  ...of(agent, turn),
  type: 'call',
  callId,
  tool,
  kind: 'action',
  input: { a: 1 },
});
const ended = (agent: string, turn: number, status: 'success' | 'error' = 'success', callId = 'c'): NewEntry => ({
  ...of(agent, turn),
  type: 'call-ended',
  callId,
  tool: 'add',
  kind: 'action',
  result: { status, content: 2 },
});
const usage = (agent: string, turn: number): NewEntry => ({
  ...of(agent, turn),
  type: 'usage',
  model: 'm',
  usage: { inputTokens: 10, outputTokens: 1 },
});
const started: NewEntry = { run: 1, type: 'run-started', answerId: 'a' };
const over: NewEntry = { run: 1, type: 'run-ended', outcome: 'complete', text: 'three' };

const log = (...entries: NewEntry[]): LogEntry[] =>
  entries.map((entry, index) => ({ ...entry, seq: index + 1, at: new Date(index * 1000).toISOString() }));
const after = (...entries: NewEntry[]): Moment =>
  log(...entries).reduce<Moment>((moment, entry) => nextMoment(moment, entry), BEGINNING);

describe('a moment of a task', () => {
  test('begins with nothing', () => {
    expect(BEGINNING).toMatchObject({ status: 'new', agents: {} });
    expect(after(started)).toMatchObject({ seq: 1, status: 'running' });
  });

  test('has agents busy from the mail they get to the end of their turns', () => {
    const begun = [started, mail('ada', 'desk', { type: 'user' })];
    expect(after(...begun).agents.desk).toMatchObject({ state: 'busy', received: 1 });
    expect(after(...begun).agents.you).toMatchObject({ sent: 1, state: 'idle' });
    const asked = [...begun, call('desk', 1), usage('desk', 1)];
    expect(after(...asked).agents.desk).toMatchObject({ state: 'busy', calls: 1, inputTokens: 10 });
    expect(after(...asked, ended('desk', 1)).agents.desk).toMatchObject({ state: 'idle' });
  });

  test('marks what went wrong until the next turn', () => {
    const failed = [started, call('desk', 1), usage('desk', 1), ended('desk', 1, 'error')];
    expect(after(...failed).agents.desk!.state).toBe('error');
    expect(after(...failed, usage('desk', 2)).agents.desk!.state).toBe('idle');
  });

  test('shows who waits for a person', () => {
    const paused: NewEntry = { run: 1, type: 'paused', calls: [{ callId: 'c', tool: 'ask', input: {} }] };
    const waiting = [started, mail('desk', 'math'), call('desk', 1), usage('desk', 1), paused];
    expect(after(...waiting)).toMatchObject({ status: 'paused', agents: { desk: { state: 'paused' } } });
    const resumed: NewEntry = { run: 1, type: 'resumed', callIds: ['c'] };
    expect(after(...waiting, resumed)).toMatchObject({ status: 'running', agents: { desk: { state: 'busy' } } });
  });

  test('leaves everybody at rest when the run is over', () => {
    const moment = after(started, mail('desk', 'math'), call('desk', 1), over);
    expect(moment.status).toBe('complete');
    expect(Object.values(moment.agents).map(({ state }) => state)).toEqual(['idle', 'idle']);
  });

  test('counts mail by its way, but not what the system says to itself', () => {
    const moment = after(started, mail('desk', 'math'), mail('desk', 'math'), mail('x', 'math', { type: 'system' }));
    expect(moment.traffic).toEqual({ [toEdgeId('desk', 'math')]: 2 });
    expect(after(started, mail('desk', 'all', { subject: '::task_complete::' })).traffic).toEqual({});
    expect(moment.mail).toMatchObject({ from: 'desk', to: 'math', seq: 3 });
  });

  test('tells agents of another swarm apart', () => {
    const { agent: _, ...fact } = { ...call('math', 1) } as Record<string, unknown>;
    const remote = { run: 1, agent: 'math', turn: 1, type: 'remote', swarm: 'annex', fact } as unknown as NewEntry;
    expect(Object.keys(after(remote).agents)).toEqual(['math@annex']);
  });

  test('takes mail between two swarms for one letter, whoever tells of it', () => {
    const letter = mail('desk', 'math@annex');
    const arrived = { run: 1, type: 'remote', swarm: 'annex', fact: mail('desk@here', 'math') } as unknown as NewEntry;
    const inside = { run: 1, type: 'remote', swarm: 'annex', fact: mail('math', 'clerk') } as unknown as NewEntry;
    const tape = new TaskTape('here');
    tape.append(log(started, letter, arrived, inside));
    const { agents, traffic } = tape.at(4);
    expect(Object.keys(agents).toSorted()).toEqual(['clerk@annex', 'desk', 'math@annex']);
    expect(traffic).toEqual({ [toEdgeId('desk', 'math@annex')]: 1, [toEdgeId('math@annex', 'clerk@annex')]: 1 });
    expect(tape.at(3).seq).toBe(3);
  });

  test('is told of in one line, with a subject where there is one', () => {
    const lineOf = (subject: string) => toEntryLine(log(mail('desk', 'math', { subject }))[0]!).detail;
    expect([lineOf('A sum'), lineOf('')]).toEqual(['A sum: to math', 'to math']);
  });

  test('says of a run elsewhere that it is elsewhere', () => {
    const elsewhere = (fact: object) =>
      toEntryLine(log({ run: 1, type: 'remote', swarm: 'annex', fact } as unknown as NewEntry)[0]!).who;
    expect([started, over].map((fact) => [elsewhere(fact), toEntryLine(log(fact)[0]!).who])).toEqual([
      ['swarm@annex', 'you'],
      ['swarm@annex', 'swarm'],
    ]);
  });

  test('is not troubled by agents with odd names', () => {
    expect(after(started, mail('constructor', '__proto__')).agents.constructor).toMatchObject({ sent: 1 });
  });
});

const somebody = fc.constantFrom('desk', 'math', 'weather');
const anything: fc.Arbitrary<NewEntry> = fc.oneof(
  fc.tuple(somebody, somebody).map(([from, to]) => mail(from, to)),
  fc.tuple(somebody, fc.nat(5)).map(([agent, turn]) => call(agent, turn)),
  fc.tuple(somebody, fc.nat(5)).map(([agent, turn]) => ended(agent, turn)),
  fc.tuple(somebody, fc.nat(5)).map(([agent, turn]) => usage(agent, turn)),
  fc.constantFrom(started, over),
);

describe('the tape of a task', () => {
  test('gives the same moment wherever one comes from, and however the log came in', () => {
    fc.assert(
      fc.property(
        fc.array(anything, { maxLength: 700, size: 'max' }),
        fc.array(fc.nat(700), { maxLength: 5 }),
        fc.integer({ min: 1, max: 300 }),
        (facts, places, size) => {
          const entries = log(...facts);
          const tape = new TaskTape();
          // Pages that overlap, as they do when a reader comes back.
          for (let start = 0; start < entries.length; start += size) {
            tape.append(entries.slice(Math.max(0, start - 3), start + size));
          }
          expect(tape.head).toBe(entries.length);
          for (const place of places) {
            expect(tape.at(place)).toEqual(
              entries.slice(0, place).reduce<Moment>((moment, entry) => nextMoment(moment, entry), BEGINNING),
            );
          }
        },
      ),
      { numRuns: process.env.TEST_FULL === '1' ? 200 : 20 },
    );
  });

  test('takes nothing behind a gap', () => {
    const [first, , third] = log(started, started, over);
    const tape = new TaskTape();
    tape.append([first!, third!]);
    expect(tape.head).toBe(1);
  });
});

describe('an entry in one line', () => {
  test.each<[NewEntry, object]>([
    [mail('desk', 'math'), { kind: 'mail', who: 'desk', title: '→ math', detail: 'A sum: to math' }],
    [mail('x', 'math', { type: 'system' }), { kind: 'system', who: 'system' }],
    [call('desk', 1), { kind: 'call', who: 'desk', title: 'asks for add', detail: '{"a":1}' }],
    [{ ...call('desk', 1), type: 'call-started' } as NewEntry, { kind: 'call', title: 'runs add' }],
    [ended('desk', 1), { kind: 'call', title: 'add: success', detail: '2' }],
    [usage('desk', 1), { kind: 'usage', title: 'm', detail: '10 in, 1 out' }],
    [started, { kind: 'run', who: 'you', title: 'run 1 begins' }],
    [over, { kind: 'run', title: 'run 1: complete', detail: 'three' }],
    [
      { run: 1, type: 'paused', calls: [{ callId: 'c', tool: 'ask', input: 1 }] },
      { kind: 'run', detail: 'ask' },
    ],
    [
      { run: 1, type: 'resumed', callIds: ['c'] },
      { kind: 'run', who: 'you', detail: 'c' },
    ],
    [
      { run: 1, type: 'notice', code: 'limit', text: 'enough' },
      { kind: 'notice', title: 'limit', detail: 'enough' },
    ],
    [
      { ...of('desk', 1), type: 'compacted', through: 3 },
      { kind: 'notice', detail: 'through turn 3' },
    ],
    [{ ...of('desk', 1), type: 'text-started', attempt: 1, part: 0, kind: 'answer' }, { kind: 'text' }],
    [
      { ...of('desk', 1), type: 'text-abandoned', attempt: 1, parts: [] },
      { kind: 'text', title: 'gives up what it wrote' },
    ],
  ])('%j', (entry, line) => {
    const shown = toEntryLine(log(entry)[0]!);
    expect(shown).toMatchObject(line);
    expect(KINDS).toContain(shown.kind);
  });
});

describe('a filter', () => {
  const entries = log(started, mail('desk', 'math'), call('math', 1), ended('math', 1), mail('math', 'desk'), over);
  const places = (filter: Parameters<typeof filterEntries>[1]) => filterEntries(entries, filter);

  test('lets everything through when it asks for nothing', () => {
    expect([places({}), places({ text: '' })]).toEqual([undefined, undefined]);
  });

  test('goes by agent, at either end of a mail', () => {
    expect(places({ agent: 'desk' })).toEqual([1, 4]);
    expect(places({ agent: 'math' })).toEqual([1, 2, 3, 4]);
  });

  test('goes by kind and by text, in any case', () => {
    expect(places({ kind: 'call' })).toEqual([2, 3]);
    expect(places({ text: 'SUCCESS' })).toEqual([3]);
    expect(places({ kind: 'call', text: 'nothing of the kind' })).toEqual([]);
  });
});

test('a task is a conversation to its owner, up to a moment', () => {
  const entries = log(started, mail('ada', 'desk', { type: 'user' }), mail('desk', 'math'), over);
  expect(toDialogue(entries, 4)).toEqual([
    { seq: 2, who: 'you', text: 'to desk' },
    { seq: 4, who: 'swarm', text: 'three', outcome: 'complete' },
  ]);
  expect(toDialogue(entries, 3)).toHaveLength(1);
  expect(toDialogue(entries, 1)).toEqual([]);
});

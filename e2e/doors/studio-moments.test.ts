import { isEntry, type LogEntry, toAgentName } from '@posthouse/protocol';
import type { ScriptedTurn } from '@posthouse/runtime/scripted';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { KINDS, toEntryLine } from '../../apps/studio/src/moments/entry-line.ts';
import { filterEntries } from '../../apps/studio/src/moments/filter-entries.ts';
import { BEGINNING, type Moment, nextMoment, toEdgeId } from '../../apps/studio/src/moments/moment.ts';
import { TaskTape } from '../../apps/studio/src/moments/task-tape.ts';
import { toDialogue } from '../../apps/studio/src/moments/to-dialogue.ts';
import { answering, playRun } from '../../packages/chat/src/run-messages/__fixtures__/play-run.ts';
import { recordedRuns } from '../chat/__fixtures__/record-runs.ts';

const momentsOf = (log: readonly LogEntry[], swarm: string): Moment[] => {
  const moments = [BEGINNING];
  for (const entry of log) moments.push(nextMoment(moments.at(-1)!, entry, swarm));
  return moments;
};
const tapeOf = (log: readonly LogEntry[]): TaskTape => {
  const tape = new TaskTape('team');
  tape.append(log);
  return tape;
};
const statesAt = ({ agents }: Moment) =>
  Object.fromEntries(Object.entries(agents).map(([name, { state }]) => [name, state]));

describe('a task with mail, a failure and an approval', () => {
  const calls = (...toolCalls: [name: string, input: object][]): ScriptedTurn => ({
    toolCalls: toolCalls.map(([name, input]) => ({ name, input })),
    usage: { input: 10, output: 1 },
  });
  let log: LogEntry[];
  let moments: Moment[];
  const after = (isIt: (entry: LogEntry) => boolean): Moment => moments[log.findIndex(isIt) + 1]!;
  const ended = (tool: string) => (entry: LogEntry) => entry.type === 'call-ended' && entry.tool === tool;
  beforeAll(async () => {
    const ask = { target: 'clerk', subject: 'A sum', body: '17 + 4' };
    const reply = { target: 'lead', subject: 'Re: A sum', body: '21' };
    const run = await playRun({
      lead: [
        calls(['send_request', ask], ['await_message', { reason: 'the sum' }]),
        calls(['pay', { at: 'noon' }]),
        calls(['task_complete', { finish_message: 'Paid.' }]),
      ],
      clerk: [calls(['stumble', {}]), calls(['send_response', reply])],
      intervene: answering('yes'),
    });
    log = run.entries;
    moments = momentsOf(log, 'team');
  });

  test('shows who is busy, who has failed and who waits for a person', () => {
    expect(moments[0]).toMatchObject({ status: 'new', agents: {} });
    const asked = after(({ type }) => type === 'message');
    expect([asked.status, statesAt(asked)]).toEqual(['running', { you: 'idle', lead: 'busy' }]);
    expect(statesAt(after(ended('stumble')))).toMatchObject({ clerk: 'error' });
    const isReply = (entry: LogEntry) => entry.type === 'message' && entry.message.message.body === '21';
    expect(statesAt(after(isReply))).toMatchObject({ clerk: 'idle', lead: 'busy' });
    const paused = after(({ type }) => type === 'paused');
    expect([paused.status, statesAt(paused).lead]).toEqual(['paused', 'paused']);
    const resumed = after(({ type }) => type === 'resumed');
    expect([resumed.status, statesAt(resumed).lead]).toEqual(['running', 'busy']);
    expect([moments.at(-1)!.status, statesAt(moments.at(-1)!)]).toEqual([
      'complete',
      { you: 'idle', lead: 'idle', clerk: 'idle' },
    ]);
  });

  test('counts mail by its route, without mail of the system to itself', () => {
    expect(moments.at(-1)!.traffic).toEqual({
      [toEdgeId('you', 'lead')]: 1,
      [toEdgeId('lead', 'clerk')]: 1,
      [toEdgeId('clerk', 'lead')]: 1,
    });
    expect(moments.at(-1)!.mail).toMatchObject({ from: 'clerk', to: 'lead' });
  });

  test('a task is shown as lines', () => {
    const lines = log.map((entry) => toEntryLine(entry));
    for (const line of [
      { kind: 'run', who: 'you', title: 'run 1 starts' },
      { kind: 'mail', who: 'you', title: '→ lead', detail: 'New Message: Well?' },
      { kind: 'mail', who: 'lead', title: '→ clerk', detail: 'A sum: 17 + 4' },
      { kind: 'call', who: 'clerk', title: 'calls stumble', detail: '{}' },
      { kind: 'call', who: 'clerk', title: 'runs stumble' },
      { kind: 'call', who: 'clerk', title: 'stumble: error', detail: expect.stringContaining('There was a stone.') },
      { kind: 'usage', who: 'clerk', title: 'scripted/clerk', detail: '10 in, 1 out' },
      { kind: 'system', who: 'system', title: '→ clerk' },
      { kind: 'run', title: 'waits for you', detail: 'pay' },
      { kind: 'run', who: 'you', title: 'answered' },
      { kind: 'run', who: 'swarm', title: 'run 1: complete', detail: 'Paid.' },
    ])
      expect(lines).toContainEqual(expect.objectContaining(line));
  });

  test('a task is shown as a conversation to its owner, up to a moment', () => {
    const asked = log.find(({ type }) => type === 'message')!;
    const said = { seq: asked.seq, who: 'you', text: 'Well?' };
    const tape = tapeOf(log);
    expect(toDialogue(tape, log.length)).toEqual([
      said,
      { seq: log.length, who: 'swarm', text: 'Paid.', outcome: 'complete' },
    ]);
    expect([toDialogue(tape, log.length - 1), toDialogue(tape, 1)]).toEqual([[said], []]);
  });

  test('a task is searched by agent at either end of a mail, by kind, and by text in any case', () => {
    const linesOf = (filter: Parameters<typeof filterEntries>[1]) =>
      filterEntries(log, filter)?.map((index) => toEntryLine(log[index]!));
    expect([linesOf({}), linesOf({ text: '' })]).toEqual([undefined, undefined]);
    const clerks = linesOf({ agent: 'clerk', kind: 'mail' })!;
    expect(clerks.map(({ who, title }) => `${who} ${title}`)).toEqual(['lead → clerk', 'clerk → lead']);
    expect(linesOf({ kind: 'call', text: 'THERE WAS A STONE' })).toHaveLength(1);
    expect(linesOf({ kind: 'call', text: 'nothing of the kind' })).toEqual([]);
  });
});

test.each([
  [
    'as far as the answer had come',
    { toolCalls: [{ name: 'task_complete', rawInput: '{"finish_message":"Cats purr' }] },
    'Cats purr',
  ],
  ['why there is no answer if none had begun', { text: 'Let me think.' }, 'The run was cancelled.'],
])('the conversation of a stopped task shows %s', async (_, turn, text) => {
  const { entries } = await playRun({
    lead: [{ ...turn, fault: { kind: 'stall', afterChunks: 100 } }],
    intervene: (event, instance, taskId) => (event.type === 'token' ? instance.cancel(taskId) : undefined),
  });
  expect(toDialogue(tapeOf(entries), entries.length)).toEqual([
    expect.objectContaining({ who: 'you', text: 'Well?' }),
    { seq: entries.length, who: 'swarm', text, outcome: 'cancelled' },
  ]);
});

describe('the tape of a federated task', () => {
  let tasks: { swarm: string; log: LogEntry[] }[];
  beforeAll(async () => {
    const runs = await recordedRuns();
    const whole = runs.filter(({ run }) => run === 1);
    tasks = whole.map(({ swarm, events }) => ({ swarm, log: events.filter(isEntry) }));
  }, 600_000);

  test('gives the same moment from any starting point, however the log came in', () => {
    const options = [fc.nat(), fc.array(fc.nat(700), { maxLength: 5 }), fc.integer({ min: 1, max: 300 })] as const;
    fc.assert(
      fc.property(...options, (number, places, size) => {
        const { swarm, log } = tasks[number % tasks.length]!;
        const tape = new TaskTape(swarm);
        // Pages that overlap, as they do when a reader comes back; nothing is taken behind a gap.
        for (let start = 0; start < log.length; start += size) {
          tape.append(log.slice(start + size + 1));
          tape.append(log.slice(Math.max(0, start - 3), start + size));
        }
        expect(tape.head).toBe(log.length);
        const moments = momentsOf(log, swarm);
        for (const place of places) expect(tape.at(place)).toEqual(moments[Math.min(place, log.length)]);
      }),
    );
  });

  test('counts what every agent has called and used, each agent under one name', () => {
    for (const { swarm, log } of tasks) {
      const called: Record<string, number> = {};
      const used: Record<string, number> = {};
      for (const entry of log) {
        const fact = entry.type === 'remote' ? entry.fact : entry;
        const name = toAgentName(entry.agent ?? '', entry.type === 'remote' ? entry.swarm : undefined);
        if (fact.type === 'call') called[name] = (called[name] ?? 0) + 1;
        if (fact.type === 'usage') used[name] = (used[name] ?? 0) + fact.usage.inputTokens;
        expect(KINDS).toContain(toEntryLine(entry).kind);
      }
      const { agents } = momentsOf(log, swarm).at(-1)!;
      for (const [name, { calls, inputTokens }] of Object.entries(agents)) {
        expect([name, calls, inputTokens]).toEqual([name, called[name] ?? 0, used[name] ?? 0]);
      }
      expect(Object.keys(agents)).toEqual(expect.arrayContaining(Object.keys(called)));
      expect(Object.keys(agents).filter((name) => /@.*@|@team$/.test(name) && swarm === 'team')).toEqual([]);
    }
  });
});

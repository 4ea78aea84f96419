import { expect, test } from 'vitest';
import { callOf, runningTask, userMessage } from '../__fixtures__/decision-state.ts';
import { agent } from '../definitions/agent.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import { RunLedger } from '../task/run-ledger.ts';
import { contextOf, dataOf } from '../task/task-data.ts';
import { toStoredTurn } from '../task/turn-data.ts';
import { toClose, toCommit, toCompletion } from './journal-decisions.ts';
import { toPastTurn } from './to-past-turn.ts';
import { toPrompt } from './to-prompt.ts';
import type { Seat, TurnHost } from './turn-host.ts';
import { afterCommit, announce, openJournal, record, skipRest, start, type TurnWork } from './turn-journal.ts';

const definition = defineSwarm({
  name: 'desk',
  version: '1.0.0',
  entrypoint: 'boss',
  limits: { resultBytes: 64, storedResultBytes: 256 },
  agents: [
    agent({ name: 'boss', model: 'scripted/boss', commTargets: [], enableEntrypoint: true, canCompleteTasks: true }),
  ],
});
const task = runningTask();
const host: Partial<TurnHost> = {
  definition,
  task,
  run: dataOf(task).current!,
  context: contextOf(task),
  ledger: new RunLedger(),
  mail: () => [],
  openTurns: () => [],
  live: () => [],
  unrecorded: () => [],
  now: () => 0,
};
const place = { run: 1, agent: 'boss', turn: 1 };
const seat: Partial<Seat> = { agent: definition.agents[0]!, turn: 1, taken: [] };
const work = { host, seat, place } as TurnWork;

const [lift, drop] = [callOf('lift'), callOf('drop')];
const input = userMessage();
const data = { format: 1 as const, inputs: [input], attempt: 1, messages: [], calls: [lift, drop] };
const fresh = Object.freeze(openJournal(data, [{ ...place, type: 'notice', code: 'c', text: 'said' }]));
const done = { status: 'success' as const, content: 'done' };

test('whatever happens to a call leaves the journal as it was, and makes a new one', () => {
  const before = structuredClone(fresh);
  const recorded = record(work, start(work, fresh, lift), lift, done);
  const skipped = skipRest(work, recorded, 'interrupted');
  expect(fresh).toEqual(before);
  expect(recorded.data.calls).toEqual([{ ...lift, started: true, result: done }, drop]);
  expect(skipped.data.calls[1]).toEqual({ ...drop, result: { status: 'not-run', content: 'not run: interrupted' } });
  expect(skipped.entries.map(({ type }) => type)).toEqual(['notice', 'call-started', 'call-ended', 'call-ended']);
});

test('the log keeps more of a long result than the model is shown', () => {
  const long = { ...done, content: 'x'.repeat(1_000) };
  const { data: shown, entries } = record(work, fresh, lift, long);
  const [seen, kept] = [shown.calls[0]!.result!.content, (entries[1] as { result: typeof long }).result.content];
  expect([String(seen).length < 200, String(kept).length > String(seen).length]).toEqual([true, true]);
});

test('a function reads as much of a long result as the log keeps, and its prompt has no more than that of a model', () => {
  const reader = { ...definition.agents[0]!, model: undefined, run: () => ({}) };
  const ofFunction = { ...work, seat: { ...seat, agent: reader } } as TurnWork;
  const long = { ...done, content: 'x'.repeat(1_000) };
  const { data: kept, entries } = record(ofFunction, fresh, lift, long);
  const { result } = entries[1] as { result: { content: string } };
  const row = toStoredTurn({ run: 1, agent: 'boss', turn: 1, done: true }, kept);
  expect(toPastTurn(row).calls[0]!.result).toEqual(result);
  expect(result.content.length).toBeGreaterThan(200);
  expect(toPrompt([kept], [])).toEqual(toPrompt([record(work, fresh, lift, long).data], []));
});

test('what a commit has said is not said again, but what the turn has come to stays', () => {
  const started = start(work, fresh, lift);
  const left = afterCommit(started);
  expect([left.entries, left.outgoing, left.data]).toEqual([[], [], started.data]);
  expect(toCommit(work, started, false).entries).toMatchObject([{ type: 'notice' }, { type: 'call-started' }]);
  expect(toCommit(work, left, false)).toMatchObject({ entries: [], turns: [{ done: false }] });
});

test('an end that is decided again says the same as the first time', () => {
  const completed = announce(work, fresh, 'the answer');
  const [first, second] = [toCompletion(work, completed), toCompletion(work, completed)];
  expect(first.entries.map(({ type }) => type)).toEqual(['notice', 'message', 'run-ended']);
  expect(second.entries).toEqual(first.entries);
  expect(toClose(work, completed, { messages: [] })).toEqual(toClose(work, completed, { messages: [] }));
});

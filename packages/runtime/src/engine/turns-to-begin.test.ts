import { expect, test } from 'vitest';
import { actor } from '../__fixtures__/play.ts';
import { callOf, openTurn, runningTask, stateOf } from '../__fixtures__/decision-state.ts';
import { defineSwarm } from '../definitions/define-swarm.ts';
import { RunLedger } from '../task/run-ledger.ts';
import { decideWithoutAgent, turnsToBegin } from './turns-to-begin.ts';

const definition = defineSwarm({
  name: 'desk',
  version: '1.0.0',
  entrypoint: 'boss',
  limits: { turns: 5 },
  agents: [
    actor('boss', [], { commTargets: ['math', 'aide'], enableEntrypoint: true, canCompleteTasks: true }),
    actor('math', [], { commTargets: ['boss'] }),
    actor('aide', [], { commTargets: ['boss'] }),
  ],
});
const readers = ['boss', 'math', 'aide'];
const begin = (turns: number, state = stateOf()) => turnsToBegin(state, definition, { readers, turns, now: 1 });

test('everybody with something to read begins a turn', () => {
  expect(begin(2)).toEqual({ begin: readers });
});

test('no more turns begin than the run has left', () => {
  expect(begin(3)).toEqual({ begin: ['boss', 'math'] });
});

test('a run without turns left begins none, and asks for a final answer', () => {
  const { begin: agents, closing } = begin(5);
  expect(agents).toEqual([]);
  expect(closing).toMatchObject({ entries: [{ code: 'limit_reached' }, { type: 'message', to: 'boss' }] });
});

test('a run that nobody wants a turn of reaches no limit of turns', () => {
  expect(turnsToBegin(stateOf(), definition, { readers: [], turns: 5, now: 1 })).toEqual({ begin: [] });
});

test('whoever was asked for a final answer begins a turn beyond the limit', () => {
  const ledger = new RunLedger();
  ledger.enter({ run: 1, type: 'notice', code: 'limit_reached', text: 'the run has reached its limit of 5 turns' });
  expect(begin(5, stateOf({ ledger }))).toEqual({ begin: readers });
});

test('a turn whose agent is gone ends with a result for every call', () => {
  const decision = decideWithoutAgent(runningTask(), openTurn('ghost', [callOf('lift')]));
  const content = "not run: the swarm has no agent 'ghost' any more";
  expect(decision).toMatchObject({
    entries: [{ type: 'call-ended', agent: 'ghost', result: { status: 'not-run', content } }],
    turns: [{ agent: 'ghost', done: true }],
  });
});

test('a turn of another swarm ends with the answers as mail to it', () => {
  const answered = callOf('ask', { kind: 'breakpoint', result: { status: 'success', content: 'yes' } });
  const decision = decideWithoutAgent(runningTask(), openTurn('@beta', [answered]));
  expect(decision).toMatchObject({ entries: [], turns: [{ agent: '@beta', done: true }], put: [{ mailbox: '@beta' }] });
});

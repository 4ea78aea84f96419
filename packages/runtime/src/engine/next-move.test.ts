import { describe, expect, test } from 'vitest';
import {
  agentMessage,
  callOf,
  mailTo,
  openTurn,
  runningTask,
  stateOf,
  userMessage,
} from '../__fixtures__/decision-state.ts';
import { QUIET } from '../mailbox/mailbox.ts';
import { RunLedger } from '../task/run-ledger.ts';
import { dataOf, type RunData, toData } from '../task/task-data.ts';
import { nextMove } from './next-move.ts';

const NOW = 1_000;
const later = mailTo('boss', agentMessage('aide', 'boss'), { due: NOW + 50 });
const manual = runningTask();
manual.data = toData({ current: { ...dataOf(manual).current!, manual: true } as RunData });

function ledgerAfter(...entries: Parameters<RunLedger['enter']>[0][]): RunLedger {
  const ledger = new RunLedger();
  for (const entry of entries) ledger.enter(entry);
  return ledger;
}

describe('between runs', () => {
  const task = runningTask({ openRun: null, status: 'complete' });

  test('a message of the user starts the next run', () => {
    const { next } = nextMove(stateOf({ task, mail: [mailTo('boss', userMessage())] }), NOW);
    expect(next).toMatchObject({ entries: [{ type: 'run-started', run: 2 }] });
  });

  test('what wakes nobody and what agents wrote do not', () => {
    const mail = [mailTo('boss', userMessage(), { due: QUIET }), mailTo('boss', agentMessage('aide', 'boss'))];
    expect(nextMove(stateOf({ task, mail }), NOW)).toEqual({ next: 'rest' });
  });
});

describe('a paused run', () => {
  const task = runningTask({ status: 'paused' });
  const open = [openTurn('boss', [callOf('approve', { kind: 'breakpoint' })])];
  const calls = [{ callId: 'c-approve', tool: 'approve', input: {} }];
  const named = ledgerAfter({ run: 1, agent: 'boss', turn: 1, type: 'paused', calls });

  test('rests, and is looked at when something is due', () => {
    expect(nextMove(stateOf({ task, open, ledger: named, mail: [later] }), NOW)).toEqual({
      next: 'rest',
      lookAt: NOW + 50,
    });
    expect(nextMove(stateOf({ task, open, ledger: named }), NOW)).toEqual({ next: 'rest', lookAt: Infinity });
  });

  test('says again what it waits for when that has changed', () => {
    const { next } = nextMove(stateOf({ task, open }), NOW);
    expect(next).toMatchObject({ entries: [{ type: 'paused', calls }] });
  });

  test('goes on when the day of its budget is over', () => {
    const held = { name: 'caller', unit: 'calls', limit: 1, used: 1, until: new Date(NOW).toISOString() };
    const data = { ...runningTask().data, held };
    const { next } = nextMove(stateOf({ task: { ...task, data } }), NOW);
    expect(next).toMatchObject({ entries: [{ type: 'resumed' }], status: 'running' });
  });
});

describe('an open run', () => {
  test('waits for mail that is due later', () => {
    expect(nextMove(stateOf({ mail: [later] }), NOW)).toEqual({ next: 'wait', lookAt: NOW + 50 });
  });

  test('stalls when nothing will happen by itself', () => {
    expect(nextMove(stateOf(), NOW)).toEqual({ next: 'stalled' });
  });

  test('never stalls in manual mode, until it is asked for a final answer', () => {
    expect(nextMove(stateOf({ task: manual }), NOW)).toEqual({ next: 'wait' });
    const ledger = ledgerAfter({
      run: 1,
      type: 'notice',
      code: 'limit_reached',
      text: 'the run has reached its limit',
    });
    expect(nextMove(stateOf({ task: manual, ledger }), NOW)).toEqual({ next: 'stalled' });
  });
});

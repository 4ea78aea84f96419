import type { MAILMessage } from '@posthouse/protocol';
import { describe, expect, test } from 'vitest';
import { ledgerOf, letter, visitingTask } from '../__fixtures__/letters.ts';
import {
  agentMessage,
  callOf,
  mailTo,
  openTurn,
  runningTask,
  stateOf,
  userMessage,
} from '../__fixtures__/decision-state.ts';
import { noteOf, withNote } from './letters/letter-note.ts';
import { QUIET } from '../mailbox/mailbox.ts';
import { composeCompletion, composeSystemResponse } from '../messages/compose-messages.ts';
import { decideCancel } from './decide-cancel.ts';
import { endRun, type EndingRun } from './end-run.ts';
import { RunLedger } from './run-ledger.ts';

const place = { taskId: 't', swarm: 'desk' };
const between = mailTo('math', agentMessage('boss', 'math', 'sum'));
const fromSystem = mailTo('math', composeSystemResponse(place, 'math', { subject: '::help::', body: '' }));
const fromUser = mailTo('boss', userMessage());
const toPeer = mailTo('@delphi', agentMessage('boss', 'oracle@delphi'));
const told = mailTo('math', composeCompletion(place, 'boss', 'earlier'), { due: QUIET });

function end(changes: Partial<EndingRun> = {}) {
  return endRun({
    ...stateOf(),
    outcome: 'complete',
    text: 'done',
    why: 'boss completed the task',
    now: 0,
    ...changes,
  });
}

describe('ending a run', () => {
  test('writes the end last, and fences off the rest', () => {
    const { entries, fence, status, data } = end();
    expect(entries).toEqual([{ run: 1, type: 'run-ended', outcome: 'complete', text: 'done' }]);
    expect([fence, status]).toEqual([true, 'complete']);
    expect(data).toMatchObject({ current: null });
  });

  test('drops mail between agents with a notice, and mail of the system without one', () => {
    const { entries, take } = end({ mail: [between, fromSystem] });
    expect(entries[0]).toMatchObject({
      type: 'notice',
      code: 'mail_dropped',
      text: expect.stringContaining('boss to math: sum'),
    });
    expect(entries).toHaveLength(2);
    expect(take).toEqual([between.id, fromSystem.id]);
  });

  test('leaves mail to peers and quiet mail where it is', () => {
    expect(end({ mail: [toPeer, told] }).take).toEqual([]);
  });

  test('starts the next run when a user has written meanwhile', () => {
    const { entries, take, status } = end({ mail: [fromUser] });
    expect(entries.map((entry) => [entry.type, entry.run])).toEqual([
      ['run-ended', 1],
      ['run-started', 2],
    ]);
    expect(take).toEqual([]);
    expect(status).toBe('running');
  });

  describe('when another swarm has written meanwhile', () => {
    const note = { instance: 'user:eve@beta', origin: { ours: true, limits: {} } };
    const [first, second] = ['one', 'two'].map((subject) =>
      withNote(letter('chief@beta', 'boss', 'request', { subject }), note),
    ) as [MAILMessage, MAILMessage];
    const late = mailTo('boss', second);
    const state = { task: visitingTask(), ledger: ledgerOf(['boss', first], ['boss', second]) };
    const seenBy = (decision: ReturnType<typeof end>) =>
      decision.put!.map(({ message }) => noteOf(message).ended?.seen ?? []);

    test('starts the next run for it and tells the caller what became of this one', () => {
      const decision = end({ ...state, mail: [between, late] });
      expect(decision.entries.map((entry) => [entry.type, entry.run])).toEqual([
        ['notice', 1],
        ['message', 1],
        ['run-ended', 1],
        ['run-started', 2],
      ]);
      expect(decision.take).toEqual([between.id]);
      expect(seenBy(decision)).toEqual([[first.id]]);
      expect(decision.data).toMatchObject({ current: { run: 2, caller: { instance: 'user:eve@beta' } } });
      expect(decision.status).toBe('running');
    });

    test('starts the next run after a limit too, as nobody else may ever start one', () => {
      const decision = end({ ...state, mail: [late], outcome: 'error', keepMail: true });
      expect(decision.entries.at(-1)).toMatchObject({ type: 'run-started', messages: [second.id] });
      expect(decision.take).toEqual([]);
      expect(decision.put!.map(({ mailbox }) => mailbox)).toEqual(['@beta']);
    });

    test('drops the letter of another swarm with a notice if the task belongs to a user', () => {
      const decision = end({ ...state, mail: [late], task: runningTask() });
      expect(decision.entries.at(-1)).toMatchObject({ type: 'run-ended' });
      expect(decision.entries[0]).toMatchObject({ code: 'mail_dropped', text: expect.stringContaining('two') });
      expect(decision.take).toEqual([late.id]);
      expect(seenBy(decision)).toEqual([[first.id, second.id]]);
    });

    test.each<[string, Partial<EndingRun>]>([
      ['the run is stopped', { dropUserMail: true, outcome: 'cancelled' }],
      ['nobody waits for it any more', { over: 'everybody', outcome: 'cancelled' }],
    ])('leaves the letter unanswered, and tells its reader why, if %s', (_, changes) => {
      const decision = end({ ...state, mail: [late], ...changes });
      expect(decision.entries.map(({ type }) => type)).toEqual(['message', 'message', 'run-ended']);
      expect(decision.take).toEqual([late.id]);
      expect(decision.turns).toMatchObject([
        { agent: 'boss', done: true, data: { inputs: [second, { message: { subject: '::task_cancelled::' } }] } },
      ]);
      expect(seenBy(decision)).toEqual([[first.id, second.id]]);
    });
  });

  test('keeps unread mail for the next run after a limit', () => {
    const { take, put, entries } = end({ mail: [between, fromSystem], keepMail: true });
    expect(take!.toSorted()).toEqual([between.id, fromSystem.id].toSorted());
    expect(put).toMatchObject([{ mailbox: 'math', run: null, due: QUIET, message: between.message }]);
    expect(entries.map((entry) => entry.type)).toEqual(['run-ended']);
  });

  test('tells those who took part, without waking them', () => {
    const message = composeCompletion(place, 'boss', 'done');
    const { put } = end({ completion: { message, agents: ['math', 'weather'] } });
    expect(put).toMatchObject([
      { mailbox: 'math', due: QUIET, message },
      { mailbox: 'weather', due: QUIET, message },
    ]);
  });

  test('gives every open call of other turns a result', () => {
    const calls = [
      callOf('kept', { result: { status: 'success', content: 'ok' } }),
      callOf('begun', { started: true }),
      callOf('waiting'),
    ];
    const { entries, turns } = end({ open: [openTurn('math', calls)] });
    expect(entries.slice(0, 2)).toMatchObject([
      { type: 'call-ended', tool: 'begun', result: { status: 'unknown' } },
      {
        type: 'call-ended',
        tool: 'waiting',
        result: { status: 'not-run', content: 'not run: boss completed the task' },
      },
    ]);
    expect(turns).toMatchObject([{ agent: 'math', done: true }]);
  });

  test('remembers the turns and agents of the task', () => {
    const ledger = new RunLedger({ lastTurn: 7, agents: ['boss'] });
    expect(end({ ledger, ending: { agent: 'math', turn: 9 } }).data).toMatchObject({
      lastTurn: 9,
      agents: ['boss', 'math'],
    });
  });
});

describe('cancelling', () => {
  test('drops unread mail of the user too: stop means stop', () => {
    const decision = decideCancel(stateOf({ mail: [fromUser, between] }), 0)!;
    expect(decision.take!.toSorted()).toEqual([fromUser.id, between.id].toSorted());
    expect(decision.entries.at(-1)).toMatchObject({ type: 'run-ended', outcome: 'cancelled', code: 'cancelled' });
    expect(decision.status).toBe('cancelled');
  });

  test('cancelling does nothing when no run is open', () => {
    const state = stateOf();
    expect(decideCancel({ ...state, task: { ...state.task, openRun: null } }, 0)).toBeUndefined();
  });
});

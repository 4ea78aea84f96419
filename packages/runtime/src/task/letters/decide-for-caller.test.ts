import { describe, expect, test } from 'vitest';
import { ending, ledgerOf, letter, taskAt, visitingTask } from '../../__fixtures__/letters.ts';
import { mailTo, stateOf } from '../../__fixtures__/decision-state.ts';
import { QUIET } from '../../mailbox/mailbox.ts';
import { decideForCaller, decideToWake } from './decide-for-caller.ts';

const heard = letter('chief@beta', 'boss', 'request');
const requestId = (heard.message as { requestId: string }).requestId;
const answer = letter('boss', 'chief@beta', 'response', { requestId, body: 'very deep' });
const task = visitingTask();

describe('an idle run that another swarm asked for', () => {
  test('ends with the answer that the swarm was given', () => {
    const state = stateOf({ task, ledger: ledgerOf(['boss', heard], ['chief@beta', answer]) });
    const { entries, fence } = decideForCaller(state, 0)!;
    expect(entries.at(-1)).toEqual({ run: 1, type: 'run-ended', outcome: 'complete', text: 'very deep' });
    expect(fence).toBe(true);
  });

  test('goes on as long as the swarm waits for an answer', () => {
    expect(decideForCaller(stateOf({ task, ledger: ledgerOf(['boss', heard]) }), 0)).toBeUndefined();
  });

  test('ends with a standard answer if the swarm only told us something', () => {
    const told = letter('chief@beta', 'boss', 'broadcast');
    const { entries } = decideForCaller(stateOf({ task, ledger: ledgerOf(['boss', told]) }), 0)!;
    expect(entries.at(-1)).toMatchObject({ outcome: 'complete', text: 'Nobody had anything to answer.' });
  });
});

test('an idle run of a user does not end by itself', () => {
  const state = stateOf({ task: taskAt(), ledger: ledgerOf(['chief@beta', answer]) });
  expect(decideForCaller(state, 0)).toBeUndefined();
});

describe('decideToWake', () => {
  const end = mailTo('boss', ending('chief@beta', 'boss', { ended: { outcome: 'complete' } }), { due: QUIET });
  const quiet = mailTo('boss', letter('math', 'boss'), { due: QUIET });
  const earlier = mailTo('boss', ending('chief@beta', 'boss', { ended: { outcome: 'complete' } }), {
    due: QUIET,
    run: null,
  });

  test('wakes the reader of a message that a peer has finished, when nobody is at work', () => {
    const decision = decideToWake(stateOf({ mail: [quiet, end, earlier] }))!;
    expect(decision).toMatchObject({ entries: [], take: [end.id], put: [{ id: end.id, mailbox: 'boss' }] });
    expect(decision.put![0]).not.toHaveProperty('due');
  });

  test('wakes nobody for other quiet mail, or for mail of an earlier run', () => {
    expect(decideToWake(stateOf({ mail: [quiet, earlier] }))).toBeUndefined();
  });
});

import { describe, expect, test } from 'vitest';
import { ledgerOf, letter, taskAt, visitingTask } from '../__fixtures__/letters.ts';
import { noteOf } from './letters/letter-note.ts';
import { decideCancel } from './decide-cancel.ts';
import type { DecisionState } from './task-data.ts';

const state = (changes: Partial<DecisionState> = {}): DecisionState => ({
  task: taskAt(),
  mail: [],
  open: [],
  live: [],
  ledger: ledgerOf(),
  ...changes,
});

describe('cancelling', () => {
  test('ends the open run and stops the work on it', () => {
    const decision = decideCancel(state(), 5)!;
    expect(decision).toMatchObject({ status: 'cancelled', fence: true });
    expect(decision.entries).toMatchObject([{ run: 1, type: 'run-ended', outcome: 'cancelled' }]);
  });

  test('cancelling does nothing when no run is open', () => {
    expect(decideCancel(state({ task: taskAt({}, { openRun: null }) }), 5)).toBeUndefined();
  });

  test('tells every instance of the calling swarm, as only one of them has stopped the task', () => {
    const letters = ['user:eve@beta', 'swarm:alpha@beta'].map((instance) =>
      letter('chief@beta', 'boss', 'request', { note: { instance } }),
    );
    const ledger = ledgerOf(['boss', letters[0]!], ['boss', letters[1]!]);
    const { put = [] } = decideCancel(state({ task: visitingTask(), ledger }), 5)!;
    expect(put.map(({ mailbox, message }) => [mailbox, noteOf(message).to, noteOf(message).ended])).toEqual([
      ['@beta', 'user:eve@beta', { outcome: 'cancelled', seen: [letters[0]!.id], answered: false }],
      ['@beta', 'swarm:alpha@beta', { outcome: 'cancelled', seen: [letters[1]!.id], answered: false }],
    ]);
  });
});

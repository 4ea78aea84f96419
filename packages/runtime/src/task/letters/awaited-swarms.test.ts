import { describe, expect, test } from 'vitest';
import { ending, ledgerOf, letter, taskAt } from '../../__fixtures__/letters.ts';
import { awaitedSwarms, isWorking } from './awaited-swarms.ts';

const note = { to: 'swarm:alpha@beta' };
const asking = letter('boss', 'chief@beta', 'request', { note });
const telling = letter('boss', 'chief@beta', 'interrupt', { note });
const answer = letter('chief@beta', 'boss', 'response', {
  requestId: (asking.message as { requestId: string }).requestId,
});
const asked = letter('chief@beta', 'boss', 'request');
const done = ending('chief@beta', 'boss', { ended: { outcome: 'complete' } });
const task = taskAt();

describe('awaitedSwarms', () => {
  test('awaits nobody if nobody was asked', () => {
    expect(awaitedSwarms({ task, ledger: ledgerOf() })).toEqual([]);
  });

  test('awaits a swarm that an agent here has asked', () => {
    expect(awaitedSwarms({ task, ledger: ledgerOf(['chief@beta', asking]) })).toEqual(['beta']);
  });

  test('awaits a swarm that was only told something, until it says that it is done', () => {
    const told: Parameters<typeof ledgerOf> = [['chief@beta', telling]];
    expect(awaitedSwarms({ task, ledger: ledgerOf(...told) })).toEqual(['beta']);
    expect(awaitedSwarms({ task, ledger: ledgerOf(...told, ['boss', done]) })).toEqual([]);
  });

  test('awaits a swarm that has answered, as it may go on working for us', () => {
    expect(awaitedSwarms({ task, ledger: ledgerOf(['chief@beta', asking], ['boss', answer]) })).toEqual(['beta']);
  });

  test('awaits the swarm that the run works for only while a question to it is open', () => {
    const both: Parameters<typeof ledgerOf> = [
      ['boss', asked],
      ['chief@beta', asking],
    ];
    expect(awaitedSwarms({ task, ledger: ledgerOf(...both) })).toEqual(['beta']);
    expect(awaitedSwarms({ task, ledger: ledgerOf(...both, ['boss', answer]) })).toEqual([]);
  });

  test('awaits a swarm whose other instances were told something only if they were asked', () => {
    const elsewhere = letter('boss', 'chief@beta', 'interrupt', { note: { to: 'swarm:gamma@beta' } });
    expect(awaitedSwarms({ task, ledger: ledgerOf(['chief@beta', elsewhere]) })).toEqual([]);
  });
});

test('isWorking is false for a swarm that we work for', () => {
  const ledger = ledgerOf(['chief@beta', telling]);
  expect(isWorking({ task, ledger }, 'beta')).toBe(true);
  expect(isWorking({ task, ledger: ledgerOf(['boss', asked], ['chief@beta', telling]) }, 'beta')).toBe(false);
  expect(isWorking({ task, ledger }, 'gamma')).toBe(false);
});

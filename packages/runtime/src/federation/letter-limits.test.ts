import { describe, expect, test } from 'vitest';
import { ledgerOf, letter, taskAt } from '../__fixtures__/letters.ts';
import { dataOf, type RunData } from '../task/task-state.ts';
import { leastLimits, nextHops, toLimitsLeft } from './letter-limits.ts';

const run: RunData = dataOf(taskAt()).current!;

describe('what is left of the limits of a run', () => {
  const ledger = ledgerOf(['chief@beta', letter('boss', 'chief@beta')], ['boss', letter('math', 'boss')]);
  ledger.enter({
    run: 1,
    agent: 'boss',
    turn: 3,
    type: 'usage',
    model: 'm',
    usage: { inputTokens: 10, outputTokens: 5, cost: 0.25 },
  });

  test('is the limit less what was used, of each kind', () => {
    const limits = { messages: 10, turns: 20, milliseconds: 1_000, tokens: 100, cost: 1 };
    expect(toLimitsLeft(limits, run, ledger, 400)).toEqual({
      messages: 8,
      turns: 17,
      milliseconds: 600,
      tokens: 85,
      cost: 0.75,
    });
  });

  test('is never less than nothing', () => {
    expect(toLimitsLeft({ messages: 1, milliseconds: 10 }, run, ledger, 400)).toMatchObject({
      messages: 0,
      milliseconds: 0,
    });
  });

  test('counts turns where nobody has set a limit, and nothing else', () => {
    expect(toLimitsLeft({}, run, ledger, 400)).toEqual({ turns: 97 });
  });

  test('counts from what the run was started with, if that is less', () => {
    expect(toLimitsLeft({ messages: 10 }, { ...run, limits: { messages: 4 } }, ledger, 0)).toMatchObject({
      messages: 2,
    });
  });
});

test('of two limits the smaller one counts, of each kind', () => {
  expect(leastLimits({ messages: 5, tokens: 100 }, { messages: 7, tokens: 50, cost: 1 })).toEqual({
    messages: 5,
    tokens: 50,
    cost: 1,
  });
  expect(leastLimits({}, {})).toEqual({});
});

describe('through how many swarms a matter has come when it is passed on', () => {
  const caller = { swarm: 'beta', agent: 'chief', ours: true, hops: 3 };
  const asked = (hops: number) => letter('head@gamma', 'boss', 'request', { note: { hops } });

  test('is one, if it began here', () => {
    expect(nextHops(run, ledgerOf())).toBe(1);
  });

  test('is one more than it had come through with whoever asked for the run', () => {
    expect(nextHops({ ...run, caller }, ledgerOf())).toBe(4);
  });

  test('is one more than the deepest question that is worked on', () => {
    expect(nextHops({ ...run, caller }, ledgerOf(['boss', asked(6)], ['boss', asked(2)]))).toBe(7);
  });

  test('does not count our own questions to others', () => {
    const ours = letter('boss', 'chief@beta', 'request', { note: { hops: 5 } });
    expect(nextHops(run, ledgerOf(['chief@beta', ours]))).toBe(1);
  });
});

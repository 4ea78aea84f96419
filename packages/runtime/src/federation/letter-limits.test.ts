import { describe, expect, test } from 'vitest';
import { ledgerOf, letter, taskAt } from '../__fixtures__/letters.ts';
import { dataOf, type RunData } from '../task/task-data.ts';
import { leastLimits, nextHops, toLimitsLeft } from './letter-limits.ts';

const run: RunData = dataOf(taskAt()).current!;

describe('toLimitsLeft', () => {
  const ledger = ledgerOf(['chief@beta', letter('boss', 'chief@beta')], ['boss', letter('math', 'boss')]);
  ledger.enter({
    run: 1,
    agent: 'boss',
    turn: 3,
    type: 'usage',
    model: 'm',
    usage: { inputTokens: 10, outputTokens: 5, cost: 0.25 },
  });

  test('gives each limit less what was used', () => {
    const limits = { messages: 10, turns: 20, milliseconds: 1_000, tokens: 100, cost: 1 };
    expect(toLimitsLeft(limits, run, ledger, 400)).toEqual({
      messages: 8,
      turns: 17,
      milliseconds: 600,
      tokens: 85,
      cost: 0.75,
    });
  });

  test('never goes below zero', () => {
    expect(toLimitsLeft({ messages: 1, milliseconds: 10 }, run, ledger, 400)).toMatchObject({
      messages: 0,
      milliseconds: 0,
    });
  });

  test('limits turns, and nothing else, where nobody has set a limit', () => {
    expect(toLimitsLeft({}, run, ledger, 400)).toEqual({ turns: 97 });
  });

  test('starts from the limits of the run if they are lower', () => {
    expect(toLimitsLeft({ messages: 10 }, { ...run, limits: { messages: 4 } }, ledger, 0)).toMatchObject({
      messages: 2,
    });
  });
});

test('leastLimits takes the smaller limit of each kind', () => {
  expect(leastLimits({ messages: 5, tokens: 100 }, { messages: 7, tokens: 50, cost: 1 })).toEqual({
    messages: 5,
    tokens: 50,
    cost: 1,
  });
  expect(leastLimits({}, {})).toEqual({});
});

describe('nextHops', () => {
  const caller = { swarm: 'beta', agent: 'chief', ours: true, hops: 3 };
  const asked = (hops: number) => letter('head@gamma', 'boss', 'request', { note: { hops } });

  test('a request that begins here has one hop', () => {
    expect(nextHops(run, ledgerOf())).toBe(1);
  });

  test('a request has one hop more than the caller', () => {
    expect(nextHops({ ...run, caller }, ledgerOf())).toBe(4);
  });

  test('a request has one hop more than the deepest open question', () => {
    expect(nextHops({ ...run, caller }, ledgerOf(['boss', asked(6)], ['boss', asked(2)]))).toBe(7);
  });

  test('our own questions to others add no hops', () => {
    const ours = letter('boss', 'chief@beta', 'request', { note: { hops: 5 } });
    expect(nextHops(run, ledgerOf(['chief@beta', ours]))).toBe(1);
  });
});

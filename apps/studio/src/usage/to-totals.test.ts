import { describe, expect, test } from 'vitest';
import { toSeries, toTotals, type UsageLine } from './to-totals.ts';

const line = (hour: number, agent: string, tokens: number, cost?: number): UsageLine => ({
  hour: new Date(Date.UTC(2026, 2, 1, hour)).toISOString(),
  swarm: 's',
  agent,
  model: 'm',
  calls: 1,
  inputTokens: tokens,
  outputTokens: 1,
  ...(cost === undefined ? {} : { cost }),
});
const byAgent = ({ agent }: UsageLine): string => agent;

test('usage is summed by name, the largest first, with a cost only where there is one', () => {
  expect(toTotals([line(1, 'a', 5), line(1, 'b', 50, 0.5), line(2, 'a', 6), line(3, 'b', 1)], byAgent)).toEqual([
    { name: 'b', calls: 2, inputTokens: 51, outputTokens: 2, cost: 0.5 },
    { name: 'a', calls: 2, inputTokens: 11, outputTokens: 2, cost: undefined },
  ]);
  expect(toTotals([], byAgent)).toEqual([]);
});

describe('tokens by hour', () => {
  test('every name has a number for each of its hours, and empty hours are included', () => {
    const { hours, names } = toSeries([line(1, 'a', 5), line(3, 'a', 6), line(3, 'b', 1)], byAgent);
    expect(names).toEqual(['a', 'b']);
    expect(hours.map(({ hour, a, b }) => [hour.slice(11, 13), a, b])).toEqual([
      ['01', 6, undefined],
      ['02', undefined, undefined],
      ['03', 7, 2],
    ]);
  });

  test('the empty hours of a long gap are left out', () => {
    expect(toSeries([line(1, 'a', 5), line(24 * 300, 'a', 6)], byAgent).hours).toHaveLength(2);
    expect(toSeries([], byAgent)).toEqual({ hours: [], names: [] });
  });
});

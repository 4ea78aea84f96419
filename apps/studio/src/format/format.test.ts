import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { agentHue } from './agent-hue.ts';
import { toDuration, toMoney, toSpentText } from './numbers.ts';

describe('the cost of a run', () => {
  test('a cost is shown in tokens, and in money where prices are known', () => {
    expect(toSpentText({ inputTokens: 1200, outputTokens: 30, cost: 0.0021 })).toBe('1,200 in · 30 out · $0.0021');
    expect(toSpentText({ inputTokens: 5, outputTokens: 1 })).toBe('5 in · 1 out');
    expect(toSpentText({})).toBeUndefined();
  });

  test.each([
    [0, '$0'],
    [0.000_12, '$0.00012'],
    [0.5, '$0.5'],
    [12.345, '$12.35'],
  ])('%d dollars are shown as %s', (dollars, text) => {
    expect(toMoney(dollars)).toBe(text);
  });
});

test.each([
  [-5, '0 ms'],
  [12.4, '12 ms'],
  [1500, '1.5 s'],
  [75_000, '1 min 15 s'],
  [3_900_000, '1 h 5 min'],
])('%d milliseconds are shown as %s', (milliseconds, text) => {
  expect(toDuration(milliseconds)).toBe(text);
});

test('an agent always has the same colour', () => {
  fc.assert(
    fc.property(fc.string(), (name) => {
      const hue = agentHue(name);
      expect(hue).toBe(agentHue(name));
      expect(hue >= 0 && hue <= 360).toBe(true);
    }),
  );
  expect(new Set(['supervisor', 'weather', 'math', 'clerk'].map(agentHue)).size).toBe(4);
});

import { describe, expect, test } from 'vitest';
import { addSessionSpent } from './add-session-spent.ts';

const usage = (inputTokens: number, outputTokens: number) => ({ inputTokens, outputTokens });

describe('the usage of a session', () => {
  test('the usage of a session is empty when nobody counts', () => {
    expect(addSessionSpent({}, {})).toEqual({});
  });

  test('the usage of a session adds up, with what comes in later', () => {
    const first = addSessionSpent({}, { usage: { ...usage(1, 2), reasoningTokens: 3 }, cost: 0.5 });
    expect(addSessionSpent(first, { usage: { ...usage(10, 20), cacheReadTokens: 4 }, cost: 0.25 })).toEqual({
      usage: { inputTokens: 11, outputTokens: 22, reasoningTokens: 3, cacheReadTokens: 4 },
      cost: 0.75,
    });
    expect(addSessionSpent(first, {})).toEqual(first);
  });

  test("the usage of a session is the agent's own total of the conversation where it has one, which is never added", () => {
    const totals = { usage: usage(100, 200), cost: 3 };
    const first = addSessionSpent({ usage: usage(1, 1), cost: 1 }, { usage: usage(5, 5), cost: 2, totals });
    expect(first).toEqual({ usage: usage(100, 200), cost: 3, totals });
    expect(addSessionSpent(first, { totals: { usage: usage(110, 210), cost: 4 } })).toMatchObject({ cost: 4 });
    // One that only counts money.
    expect(addSessionSpent({ usage: usage(1, 1) }, { usage: usage(2, 2), totals: { cost: 9 } })).toEqual({
      usage: usage(3, 3),
      cost: 9,
      totals: { cost: 9 },
    });
  });
});

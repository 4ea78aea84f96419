import { describe, expect, test } from 'vitest';
import { toUsage } from './to-usage.ts';

describe('toUsage', () => {
  test('counts cached tokens as input', () => {
    expect(toUsage({ input: 120, output: 34, cacheRead: 20, cacheWrite: 10, cost: { total: 0.001 } })).toEqual({
      inputTokens: 150,
      outputTokens: 34,
      cacheReadTokens: 20,
      cacheWriteTokens: 10,
      cost: 0.001,
    });
  });

  test('usage has no cost where pi knows no prices', () => {
    expect(toUsage({})).toEqual({ inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 });
  });
});

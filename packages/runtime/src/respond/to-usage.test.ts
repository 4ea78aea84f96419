import type { LanguageModelUsage } from 'ai';
import { describe, expect, it } from 'vitest';
import { toUsage } from './to-usage.ts';

type Counts = { input?: number; output?: number; read?: number; write?: number; reasoning?: number };

function counted({ input, output, read, write, reasoning }: Counts): LanguageModelUsage {
  return {
    inputTokens: input,
    outputTokens: output,
    totalTokens: undefined,
    inputTokenDetails: { noCacheTokens: undefined, cacheReadTokens: read, cacheWriteTokens: write },
    outputTokenDetails: { textTokens: undefined, reasoningTokens: reasoning },
  };
}

const model = 'proxy/openai/gpt-5';
const price = { input: 2, output: 10 };

describe('toUsage', () => {
  it('copies what was counted', () => {
    const usage = toUsage(counted({ input: 10, output: 5, read: 4, write: 2, reasoning: 3 }), { model: 'acme/own' });

    expect(usage).toEqual({
      inputTokens: 10,
      outputTokens: 5,
      cacheReadTokens: 4,
      cacheWriteTokens: 2,
      reasoningTokens: 3,
    });
  });

  it('leaves out what was not used, and everything if nothing was counted', () => {
    expect(toUsage(counted({ input: 10, read: 0, reasoning: 0 }), { model: 'acme/own' })).toEqual({
      inputTokens: 10,
      outputTokens: 0,
    });
    expect(toUsage(counted({}), { model })).toBeUndefined();
  });

  it.each([['proxy/openai/gpt-5'], ['openai/gpt-5'], ['gpt-5']])('finds the price under %s', (name) => {
    const usage = toUsage(counted({ input: 1_000_000, output: 100_000 }), { model, prices: { [name]: price } });

    expect(usage?.cost).toBe(3);
  });

  it('prefers the price of the whole name, and uses none of other models', () => {
    const prices = { 'gpt-5': { input: 100, output: 100 }, [model]: price };
    const usage = counted({ input: 1_000_000, output: 0 });

    expect(toUsage(usage, { model, prices })?.cost).toBe(2);
    expect(toUsage(usage, { model: 'openai/gpt-6', prices })).not.toHaveProperty('cost');
    expect(toUsage(usage, { model: 'constructor', prices })).not.toHaveProperty('cost');
  });

  it('knows the list prices of common models', () => {
    expect(toUsage(counted({ input: 1_000_000, read: 200_000, output: 100_000 }), { model })?.cost).toBeCloseTo(
      0.8 * 1.25 + 0.2 * 0.125 + 0.1 * 10,
      10,
    );
  });

  it('prices cached tokens as such', () => {
    const usage = counted({ input: 1_000_000, read: 500_000, write: 250_000, output: 0 });
    const cached = { ...price, cacheRead: 0.2, cacheWrite: 2.5 };

    expect(toUsage(usage, { model, prices: { [model]: cached } })?.cost).toBeCloseTo(0.5 + 0.1 + 0.625, 10);
    expect(toUsage(usage, { model, prices: { [model]: price } })?.cost).toBeCloseTo(2, 10);
  });
});

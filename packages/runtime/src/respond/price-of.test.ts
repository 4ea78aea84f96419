import { describe, expect, it } from 'vitest';
import { LIST_PRICES, LIST_PRICES_DATE } from './list-prices.ts';
import { priceOf } from './price-of.ts';

const mini = LIST_PRICES['gpt-5-mini'];
const sonnet = LIST_PRICES['claude-sonnet-4-5'];

describe('the price of a model', () => {
  it.each([
    ['openai/gpt-5-mini', mini],
    ['gpt-5-mini', mini],
    ['openai/gpt-5-mini-2025-08-07', mini],
    ['litellm_proxy/openai/gpt-5-mini-2025-08-07', mini],
    ['OpenAI/GPT-5-Mini', mini],
    ['anthropic/claude-sonnet-4-5-20250929', sonnet],
    ['anthropic/claude-sonnet-4.5', sonnet],
    ['openai-compatible/anthropic/claude-sonnet-4.5:nitro', sonnet],
    ['bedrock/us.anthropic.claude-sonnet-4-5-20250929-v1:0', sonnet],
    ['vertex/claude-sonnet-4-5@20250929', sonnet],
    ['google/gemini-3-pro-preview', LIST_PRICES['gemini-3-pro']],
    ['google/gemini-2.5-flash-preview-09-2025', LIST_PRICES['gemini-2.5-flash']],
    ['mistral/mistral-large-2512', LIST_PRICES['mistral-large']],
    ['openai/gpt-5.2-chat-latest', LIST_PRICES['gpt-5.2-chat']],
    ['xai/grok-4-0709', LIST_PRICES['grok-4']],
  ])('finds the price of %s', (model, price) => {
    expect(price).toBeDefined();
    expect(priceOf(model)).toBe(price);
  });

  it.each([['openai/gpt-5-ultra'], ['openai/gpt-5.9'], ['acme/llama'], ['constructor'], ['scripted/gpt-5'], ['']])(
    'guesses no price for %j',
    (model) => expect(priceOf(model)).toBeUndefined(),
  );

  it('a price in the configuration comes first', () => {
    const own = { input: 1, output: 2 };
    expect(priceOf('litellm_proxy/openai/gpt-5-mini', { 'openai/gpt-5-mini': own })).toBe(own);
    expect(priceOf('litellm_proxy/openai/gpt-5-mini', { 'gpt-5-nano': own })).toBe(mini);
    expect(priceOf('scripted/gpt-5', { 'gpt-5': own })).toBe(own);
  });
});

describe('the list of prices', () => {
  it('the list of prices has a date', () => expect(LIST_PRICES_DATE).toMatch(/^20\d\d-\d\d-\d\d$/));

  it.each(Object.entries(LIST_PRICES))('the prices of %s are consistent', (_, price) => {
    const { input, output, cacheRead = 0, cacheWrite = Infinity } = price;
    expect(input).toBeGreaterThan(0);
    expect(output).toBeGreaterThanOrEqual(input);
    expect(cacheRead).toBeLessThan(input);
    expect(cacheWrite).toBeGreaterThan(input);
  });
});

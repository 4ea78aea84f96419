import { expect, test } from 'vitest';
import { scripted } from '../../scripted/index.ts';
import { compactionThreshold, contextWindowOf, DEFAULT_CONTEXT_WINDOW } from './compaction-threshold.ts';

test.each([
  ['openai/gpt-5-mini', 272_000],
  ['openai/gpt-5.1', 272_000],
  ['openai/gpt-4.1-nano', 1_047_576],
  ['openai/gpt-4o', 128_000],
  ['openai/o3', 200_000],
  ['openai/o4-mini', 200_000],
  ['anthropic/claude-opus-4-5-20251101', 200_000],
  ['litellm_proxy/anthropic/claude-haiku-4-5', 200_000],
  ['openai-compatible/google/Gemini-2.5-pro', 1_048_576],
])('knows that %s reads %i tokens', (model, tokens) => {
  expect(contextWindowOf(model)).toBe(tokens);
});

test.each(['scripted/unheard-of', 'openai/gpt', 'openai-compatible/o30', '', '/', undefined])(
  'takes the configured or a cautious window for an unknown model: %s (Q21)',
  (model) => {
    expect(contextWindowOf(model)).toBe(DEFAULT_CONTEXT_WINDOW);
    expect(contextWindowOf(model, 4_000)).toBe(4_000);
  },
);

test('knows a model object by the name that its provider gives it', () => {
  expect(contextWindowOf(scripted([], { modelId: 'gpt-5' }))).toBe(272_000);
  expect(contextWindowOf(scripted([]))).toBe(DEFAULT_CONTEXT_WINDOW);
});

test('never sums up without a limit', () => {
  expect(compactionThreshold({})).toBeUndefined();
  expect(compactionThreshold({ model: 'openai/gpt-5' }, 0)).toBeUndefined();
});

test.each([
  ['the limit of the agent', { compaction: { maxTokens: 500 } }, undefined, 500],
  ['a part of the window', { model: 'openai/gpt-5' }, 0.5, 136_000],
  ['a part of the default for an unknown model (Q21)', { model: 'scripted/new' }, 0.75, 96_000],
  ['a part of a configured window', { model: 'scripted/new', contextWindow: 1_000 }, 0.75, 750],
  ['the lower of the two', { compaction: { maxTokens: 500 }, contextWindow: 1_000 }, 0.25, 250],
  ['the lower of the two, the other way round', { compaction: { maxTokens: 100 }, contextWindow: 1_000 }, 0.25, 100],
])('compacts at %s', (_, agent, ratio, tokens) => {
  expect(compactionThreshold(agent, ratio)).toBe(tokens);
});

import { expect, test } from 'vitest';
import { chooseModel } from './choose-model.ts';

test.each<[string | undefined, Record<string, string>, string | undefined]>([
  [undefined, {}, undefined],
  [undefined, { OPENAI_API_KEY: '', ANTHROPIC_API_KEY: ' ' }, undefined],
  [undefined, { OPENAI_API_KEY: 'k' }, 'openai/gpt-5-mini'],
  [undefined, { ANTHROPIC_API_KEY: 'k' }, 'anthropic/claude-haiku-4-5'],
  [undefined, { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: 'k' }, 'openai/gpt-5-mini'],
  ['openai-compatible/llama', { OPENAI_API_KEY: 'k' }, 'openai-compatible/llama'],
])('named %s, with %j, the model is %s', (named, environment, model) => {
  expect(chooseModel(named, environment).model).toBe(model);
});

test('the chosen model is named, and its key is never repeated', () => {
  expect(chooseModel(undefined, { OPENAI_API_KEY: 'sk-secret' }).sentence).toMatch(/^(?!.*sk-secret).*gpt-5-mini/);
  expect(chooseModel(undefined, {}).sentence).toContain('nothing leaves this machine');
});

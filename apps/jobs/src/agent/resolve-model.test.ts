import { expect, test } from 'vitest';
import { DEFAULT_AGENT } from './agent-config.ts';
import { modelChooser, usableModels } from './model-choice.ts';
import { resolveModel } from './resolve-model.ts';

const local = { provider: 'local', model: 'qwen', baseURL: 'http://127.0.0.1:11434/v1' };
const resolve = (name: string, env = {}, models = {}) => resolveModel(name, { models }, env);
const idOf = (name: string, env = {}, models = {}) => {
  const resolved = resolve(name, env, models);
  return resolved.available ? `${resolved.model.provider}/${resolved.model.id}` : resolved.reason.en;
};

test.each([
  ['sonnet', { ANTHROPIC_API_KEY: 'k' }, 'anthropic/claude-sonnet-4-5'],
  ['haiku', { ANTHROPIC_API_KEY: 'k' }, 'anthropic/claude-haiku-4-5'],
  ['smart', { ANTHROPIC_API_KEY: 'k', OPENAI_API_KEY: 'k' }, 'anthropic/claude-sonnet-4-5'],
  ['smart', { OPENAI_API_KEY: 'k' }, 'openai/gpt-5'],
  ['fast', { OPENAI_API_KEY: 'k' }, 'openai/gpt-5-mini'],
  ['openai/gpt-4.1', { OPENAI_API_KEY: 'k' }, 'openai/gpt-4.1'],
])('the model %s with %j is %s', (name, env, expected) => {
  expect(idOf(name, env)).toBe(expected);
});

test.each([
  ['sonnet', {}, 'No API key: ANTHROPIC_API_KEY is not set.'],
  ['sonnet', { ANTHROPIC_API_KEY: '  ' }, 'No API key: ANTHROPIC_API_KEY is not set.'],
  ['smart', {}, 'No API key: ANTHROPIC_API_KEY is not set. No API key: OPENAI_API_KEY is not set.'],
  ['wizard', {}, 'There is no model called "wizard".'],
  ['constructor', {}, 'There is no model called "constructor".'],
  ['nobody/nothing', {}, 'The model nobody/nothing is not known; a custom model needs a baseURL.'],
])('the model %s with %j is unavailable: %s', (name, env, reason) => {
  expect(idOf(name, env)).toBe(reason);
});

test('a custom model needs an address, and no key', () => {
  expect(resolve('mine', {}, { mine: local })).toMatchObject({
    available: true,
    apiKey: 'none',
    model: { id: 'qwen', provider: 'local', api: 'openai-completions', baseUrl: local.baseURL },
  });
});

test('a custom model may have a key, in a variable of its own', () => {
  const models = { mine: { ...local, apiKeyEnv: 'MY_KEY', api: 'anthropic-messages' } };
  expect(resolve('mine', { MY_KEY: 'k' }, models)).toMatchObject({ apiKey: 'k', model: { api: 'anthropic-messages' } });
  expect(resolve('mine', {}, models)).toMatchObject({
    available: false,
    reason: { en: 'No API key: MY_KEY is not set.', zh: '没有 API 密钥：未设置 MY_KEY。' },
  });
});

test('custom names come before ours', () => {
  expect(idOf('smart', { ANTHROPIC_API_KEY: 'k' }, { smart: local })).toBe('local/qwen');
});

test('a known model behind another address keeps its known properties', () => {
  const models = { proxy: { provider: 'openai', model: 'gpt-5', baseURL: 'http://127.0.0.1:1/v1' } };
  const resolved = resolve('proxy', {}, models);
  expect(resolved).toMatchObject({
    model: { baseUrl: 'http://127.0.0.1:1/v1', api: 'openai-responses', reasoning: true },
  });
});

test('the fallback is tried second, once, and first where the primary is unavailable', () => {
  const config = { ...DEFAULT_AGENT, models: { local } };
  const choose = (primary: string, fallback: string | undefined, env = {}) => {
    const model = { ...config.model, primary, ...(fallback === undefined ? { fallback: undefined } : { fallback }) };
    const file = { read: () => ({ config: { ...config, model }, errors: [] }) };
    return usableModels(modelChooser(file, () => env)()).map(({ model: { id } }) => id);
  };
  expect(choose('local', 'haiku', { ANTHROPIC_API_KEY: 'k' })).toEqual(['qwen', 'claude-haiku-4-5']);
  expect(choose('sonnet', 'local')).toEqual(['qwen']);
  expect(choose('local', 'local')).toEqual(['qwen']);
  expect(choose('local', undefined)).toEqual(['qwen']);
  expect(choose('sonnet', 'haiku')).toEqual([]);
});

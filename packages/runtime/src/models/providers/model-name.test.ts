import { describe, expect, it } from 'vitest';
import { MODEL_PREFIXES, parseModelName } from './model-name.ts';

describe('parseModelName', () => {
  it.each(MODEL_PREFIXES)('knows %s', (prefix) => {
    expect(parseModelName(`${prefix}/some-model`)).toEqual({ prefix, id: 'some-model' });
  });

  it('keeps further slashes in the name of the model', () => {
    expect(parseModelName('openai-compatible/meta/llama-4')).toEqual({
      prefix: 'openai-compatible',
      id: 'meta/llama-4',
    });
  });

  it.each([
    ['opnai/gpt-5', 'openai/gpt-5'],
    ['Anthropic/claude-x', 'anthropic/claude-x'],
    ['gpt-5-mini', 'openai/gpt-5-mini'],
    ['o3', 'openai/o3'],
    ['claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5'],
    ['bedrock/claude-sonnet-4-5', 'anthropic/claude-sonnet-4-5'],
  ])('asks whether %s was meant to be %s', (name, meant) => {
    expect(() => parseModelName(name)).toThrow(`did you mean ${JSON.stringify(meant)}?`);
  });

  it.each(['', 'openai', 'openai/', '/gpt', 'gemini/gemini-3'])('refuses %j and lists what is valid', (name) => {
    expect(() => parseModelName(name)).toThrow(
      'a model is openai/…, anthropic/…, openai-compatible/…, litellm_proxy/…, scripted/…',
    );
    expect(() => parseModelName(name)).toThrow(expect.objectContaining({ code: 'invalid_configuration' }));
  });
});

import { describe, expect, test } from 'vitest';
import { readOpencodeOptions, toOpencodeConfig, toOpencodeModel } from './opencode-config.ts';

const cwd = '/workspace';

describe('toOpencodeConfig', () => {
  test('allows reading, and asks before any change', () => {
    const { permission, ...rest } = toOpencodeConfig({ cwd });
    expect(permission).toMatchObject({ '*': 'ask', read: 'allow', grep: 'allow', task: 'allow' });
    expect(permission).not.toHaveProperty('bash');
    expect(rest).toEqual({ autoupdate: false, share: 'disabled' });
  });

  test("accepts a policy, and OpenCode's own configuration, which wins", () => {
    const options = { permission: { '*': 'allow' }, config: { share: 'manual', theme: 'dark' } };
    expect(toOpencodeConfig({ cwd, options })).toEqual({
      autoupdate: false,
      share: 'manual',
      permission: { '*': 'allow' },
      theme: 'dark',
    });
  });

  test('defines a provider with that model for a base URL', () => {
    const options = { cwd, model: 'mine/parrot', baseURL: 'http://127.0.0.1:1/v1', apiKey: 'secret' };
    expect(toOpencodeConfig(options)).toMatchObject({
      model: 'mine/parrot',
      provider: {
        mine: {
          npm: '@ai-sdk/openai-compatible',
          models: { parrot: {} },
          options: { baseURL: 'http://127.0.0.1:1/v1', apiKey: 'secret' },
        },
      },
    });
    expect(toOpencodeConfig({ ...options, options: { npm: '@ai-sdk/anthropic' } })).toMatchObject({
      provider: { mine: { npm: '@ai-sdk/anthropic' } },
    });
  });

  test('gives a key alone to a provider that OpenCode knows', () => {
    expect(toOpencodeConfig({ cwd, model: 'anthropic/claude', apiKey: 'secret' }).provider).toEqual({
      anthropic: { options: { apiKey: 'secret' } },
    });
    expect(toOpencodeConfig({ cwd, apiKey: 'secret' })).not.toHaveProperty('provider');
  });
});

describe('toOpencodeModel', () => {
  test('splits at the first slash', () => {
    expect(toOpencodeModel('openrouter/meta/llama')).toEqual({ providerID: 'openrouter', modelID: 'meta/llama' });
    expect(toOpencodeModel(undefined)).toBeUndefined();
  });

  test.each(['parrot', '/parrot', 'mine/', ''])('refuses %j with the form it should have', (model) => {
    expect(() => toOpencodeModel(model)).toThrow('"provider/model"');
  });
});

test('options of the wrong type are refused by name', () => {
  expect(() => readOpencodeOptions({ agent: 7 })).toThrow(
    'the option "agent" of the agent "opencode" must be a text, not 7.',
  );
  expect(readOpencodeOptions()).toEqual({});
});

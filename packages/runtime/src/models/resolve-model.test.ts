import { PosthouseError } from '@posthouse/protocol';
import { scripted, startScriptedLLM } from '@posthouse/testkit';
import { generateText } from 'ai';
import { describe, expect, it, vi } from 'vitest';
import { agent } from '../definitions/agent.ts';
import { ask } from './__fixtures__/ask.ts';
import { createResponder } from './create-responder.ts';
import type { ModelOptions } from './providers/model-options.ts';
import { resolveModel } from './resolve-model.ts';

async function useModel(name: string, options: (url: string) => ModelOptions) {
  await using llm = await startScriptedLLM({ script: [{ text: 'Hello.' }] });
  const { text } = await generateText({ model: await resolveModel(name, options(`${llm.url}/v1`)), prompt: 'Hi' });
  expect(text).toBe('Hello.');
  const [request] = llm.requests;
  return { dialect: request?.dialect, model: request?.model, headers: request?.headers ?? {} };
}

describe('resolveModel', () => {
  it('finds models of OpenAI, through Responses by default', async () => {
    const environment = (OPENAI_BASE_URL: string) => ({ OPENAI_BASE_URL, OPENAI_API_KEY: 'open-sesame' });

    const responses = await useModel('openai/gpt-5-mini', (url) => ({ environment: environment(url) }));
    const completions = await useModel('openai/gpt-5-mini', (url) => ({
      environment: environment(url),
      toolFormat: 'completions',
    }));

    expect(responses).toMatchObject({ dialect: 'openai-responses', model: 'gpt-5-mini' });
    expect(completions).toMatchObject({ dialect: 'openai-chat', model: 'gpt-5-mini' });
    expect(responses.headers.authorization).toBe('Bearer open-sesame');
  });

  it('finds models of Anthropic', async () => {
    const seen = await useModel('anthropic/claude-sonnet-4-5', (ANTHROPIC_BASE_URL) => ({
      environment: { ANTHROPIC_BASE_URL, ANTHROPIC_API_KEY: 'open-sesame' },
    }));

    expect(seen).toMatchObject({ dialect: 'anthropic-messages', model: 'claude-sonnet-4-5' });
    expect(seen.headers['x-api-key']).toBe('open-sesame');
  });

  it('finds models of compatible servers, whose names may have slashes', async () => {
    const seen = await useModel('openai-compatible/meta/llama-4', (url) => ({
      environment: { OPENAI_COMPATIBLE_BASE_URL: url, OPENAI_COMPATIBLE_API_KEY: 'open-sesame' },
    }));

    expect(seen).toMatchObject({ dialect: 'openai-chat', model: 'meta/llama-4' });
    expect(seen.headers.authorization).toBe('Bearer open-sesame');
  });

  it('prefers options to the environment', async () => {
    const seen = await useModel('openai-compatible/llama', (baseURL) => ({
      environment: { OPENAI_COMPATIBLE_BASE_URL: 'http://nowhere.invalid', OPENAI_COMPATIBLE_API_KEY: 'old' },
      providers: { 'openai-compatible': { baseURL, apiKey: 'new', headers: { 'x-team': 'post' } } },
    }));

    expect(seen.headers).toMatchObject({ authorization: 'Bearer new', 'x-team': 'post' });
  });

  it.each([
    ['litellm_proxy/openai/gpt-5-mini', {}, 'openai/gpt-5-mini'],
    ['openai/gpt-5-mini', { useProxy: true }, 'openai/gpt-5-mini'],
    ['litellm_proxy/anthropic/claude', { useProxy: true }, 'anthropic/claude'],
    ['gemini/gemini-3-pro', { useProxy: true }, 'gemini/gemini-3-pro'],
  ])('sends %s with %j to the proxy, as the user', async (name, options, model) => {
    const seen = await useModel(name, (url) => ({
      ...options,
      userToken: 'token-of-the-user',
      environment: { LITELLM_PROXY_API_BASE: url, LITELLM_PROXY_API_KEY: 'not-this-one' },
    }));

    expect(seen).toMatchObject({ dialect: 'openai-chat', model });
    expect(seen.headers.authorization).toBe('Bearer token-of-the-user');
  });

  it('sends the token of the user for supervisors too', async () => {
    await using llm = await startScriptedLLM({ script: [{ text: 'Hello.' }] });
    const supervisor = agent({
      name: 'supervisor',
      model: 'openai/gpt-5-mini',
      useProxy: true,
      commTargets: ['math'],
      canCompleteTasks: true,
      enableEntrypoint: true,
    });

    await ask(createResponder(supervisor, { environment: { LITELLM_PROXY_API_BASE: llm.url } }), { userToken: 'mine' });

    expect(llm.requests[0]?.headers.authorization).toBe('Bearer mine');
  });

  it('falls back to the key of the proxy, and to none', async () => {
    const environment = (LITELLM_PROXY_API_BASE: string) => ({ LITELLM_PROXY_API_BASE });

    const keyed = await useModel('litellm_proxy/x', (url) => ({
      userToken: '',
      environment: { ...environment(url), LITELLM_PROXY_API_KEY: 'shared' },
    }));
    const open = await useModel('litellm_proxy/x', (url) => ({ environment: environment(url) }));

    expect(keyed.headers.authorization).toBe('Bearer shared');
    expect(open.headers.authorization).toBeUndefined();
  });

  it('returns model objects as they are', async () => {
    using model = scripted([]);

    expect(await resolveModel(model)).toBe(model);
    expect(await resolveModel(model, { useProxy: true })).toBe(model);
  });

  it('plays scripted models without a network, even where a proxy is configured', async () => {
    using model = scripted([]);

    expect(await resolveModel('scripted/one', { scriptedModels: { one: model }, useProxy: true })).toBe(model);
  });

  it.each([
    ['openai-compatible/x', {}, /set OPENAI_COMPATIBLE_BASE_URL or give a baseURL/],
    ['litellm_proxy/x', { OPENAI_API_KEY: 'very-secret' }, /set LITELLM_PROXY_API_BASE or give a baseURL/],
    ['opnai/gpt-5', { OPENAI_API_KEY: 'very-secret' }, /did you mean "openai\/gpt-5"\?/],
    ['scripted/none', {}, /there is no scripted model "none"/],
  ])('explains what is wrong with %s, and nothing else', async (name, environment, message) => {
    const failure = await resolveModel(name, { environment }).catch((error: unknown) => error);

    expect(failure).toMatchObject({ code: 'invalid_configuration', message: expect.stringMatching(message) });
    expect(JSON.stringify(failure)).not.toContain('very-secret');
  });

  it('reports a missing key only when the model is used', async () => {
    vi.stubEnv('OPENAI_API_KEY', undefined);
    const respond = createResponder(agent({ name: 'math', model: 'openai/gpt-5-mini', commTargets: [] }));

    const failure = await ask(respond).catch((error: unknown) => error);

    vi.unstubAllEnvs();
    expect(PosthouseError.isInstance(failure)).toBe(true);
    expect(failure).toMatchObject({
      code: 'invalid_configuration',
      message: expect.stringContaining('OPENAI_API_KEY'),
      details: { retryable: false },
    });
  });
});

import { anthropic } from '@ai-sdk/anthropic';
import { openai } from '@ai-sdk/openai';
import { describe, expect, it } from 'vitest';
import { isThinking, toCallSettings } from './call-settings.ts';

const name = 'math';

describe('toCallSettings', () => {
  it('leaves out what the agent does not set', () => {
    expect(toCallSettings({ agent: { name }, provider: 'scripted' })).toEqual({ providerOptions: {} });
  });

  it('passes effort, length and temperature to unknown providers', () => {
    const agent = { name, reasoningEffort: 'low', thinkingBudget: 5000, maxTokens: 100, temperature: 0 } as const;

    expect(toCallSettings({ agent, provider: 'mistral.chat' })).toEqual({
      reasoning: 'low',
      maxOutputTokens: 100,
      temperature: 0,
      providerOptions: {},
    });
  });

  it('gives Anthropic a budget, or effort to its models that take effort', () => {
    const agent = { name, reasoningEffort: 'medium' } as const;

    expect(toCallSettings({ agent, provider: 'anthropic.messages' })).toEqual({
      reasoning: 'medium',
      maxOutputTokens: 4000,
      providerOptions: {
        anthropic: {
          thinking: { type: 'enabled', budgetTokens: 8000 },
          anthropicBeta: ['interleaved-thinking-2025-05-14'],
        },
      },
    });
  });

  it('counts thinking towards the length of an answer', () => {
    const agent = { name, thinkingBudget: 3000, maxTokens: 5000 };

    expect(toCallSettings({ agent, provider: 'anthropic.messages' }).maxOutputTokens).toBe(2000);
    expect(toCallSettings({ agent, provider: 'openai.responses' }).maxOutputTokens).toBe(5000);
  });

  it('refuses a budget that leaves nothing for the answer', () => {
    const agent = { name, reasoningEffort: 'high', maxTokens: 16_000 } as const;

    expect(() => toCallSettings({ agent, provider: 'anthropic.messages' })).toThrow(
      'agent math may think 16000 tokens but answer with 16000 at most, thinking included',
    );
    expect(toCallSettings({ agent, provider: 'openai.chat' }).maxOutputTokens).toBe(16_000);
  });

  it.each([
    [undefined, false],
    [{ search: openai.tools.webSearch({}) }, false],
    [{ search: anthropic.tools.webSearch_20250305({}) }, false],
    [{ python: openai.tools.codeInterpreter({}) }, undefined],
    [{ search: openai.tools.webSearch({}), files: openai.tools.fileSearch({ vectorStoreIds: ['v'] }) }, undefined],
  ])('lets OpenAI store answers only where necessary: %#', (providerTools, store) => {
    const { providerOptions } = toCallSettings({ agent: { name, providerTools }, provider: 'openai.responses' });

    expect(providerOptions.openai?.store).toBe(store);
  });

  it('asks OpenAI for a summary of the reasoning only when it reasons', () => {
    const settings = (provider: string) =>
      toCallSettings({ agent: { name, reasoningEffort: 'low' }, provider }).providerOptions;

    expect(settings('openai.responses')).toEqual({ openai: { store: false, reasoningSummary: 'auto' } });
    expect(settings('openai.chat')).toEqual({});
  });

  it('gives a proxy the budget in its own words', () => {
    const agent = { name, thinkingBudget: 3000 };

    expect(toCallSettings({ agent, provider: 'litellm-proxy.chat' }).providerOptions).toEqual({
      litellmProxy: { thinking: { type: 'enabled', budget_tokens: 3000 } },
    });
  });

  it('lets provider options of the agent win', () => {
    const agent = {
      name,
      reasoningEffort: 'low',
      providerOptions: { openai: { store: true, user: 'me' }, other: { a: 1 } },
    } as const;

    expect(toCallSettings({ agent, provider: 'openai.responses' }).providerOptions).toEqual({
      openai: { store: true, user: 'me', reasoningSummary: 'auto' },
      other: { a: 1 },
    });
  });
});

describe('isThinking', () => {
  it.each([
    [{}, false],
    [{ openai: { thinking: { type: 'enabled' } } }, false],
    [{ anthropic: {} }, false],
    [{ anthropic: { thinking: { type: 'disabled' } } }, false],
    [{ anthropic: { thinking: { type: 'adaptive' } } }, false],
    [{ anthropic: { thinking: { type: 'enabled', budgetTokens: 1024 } } }, true],
  ])('tells that options %j mean thinking: %s', (providerOptions, thinking) => {
    expect(isThinking({ providerOptions })).toBe(thinking);
  });
});

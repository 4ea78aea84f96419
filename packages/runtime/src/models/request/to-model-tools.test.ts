import { anthropic } from '@ai-sdk/anthropic';
import { openai } from '@ai-sdk/openai';
import { asSchema } from 'ai';
import { describe, expect, it } from 'vitest';
import { ADD, TASK_COMPLETE } from '../__fixtures__/ask.ts';
import { toModelTools } from './to-model-tools.ts';

describe('toModelTools', () => {
  it('keeps order, descriptions and schemas, without functions to execute', async () => {
    const set = toModelTools({ tools: [TASK_COMPLETE, ADD], provider: 'openai.chat' });

    expect(Object.keys(set)).toEqual(['task_complete', 'add']);
    expect(set.add?.description).toBe('Adds two numbers.');
    expect(await asSchema(set.add?.inputSchema).jsonSchema).toBe(ADD.parameters);
    expect(Object.values(set).every(({ execute }) => execute === undefined)).toBe(true);
  });

  it('adds the tools of the provider, without letting the AI SDK run any', () => {
    const bash = anthropic.tools.bash_20250124({ execute: () => Promise.resolve('done') });
    const providerTools = { search: openai.tools.webSearch({}), bash };

    const set = toModelTools({ tools: [ADD], providerTools, provider: 'openai.responses' });

    expect(set.search).toMatchObject({ type: 'provider', id: 'openai.web_search' });
    expect(set.bash).toMatchObject({ type: 'provider', id: 'anthropic.bash_20250124' });
    expect(set.bash?.execute).toBeUndefined();
  });

  it('refuses two tools of the same name', () => {
    const options = { tools: [ADD], providerTools: { add: openai.tools.webSearch({}) }, provider: 'openai.responses' };

    expect(() => toModelTools(options)).toThrow('the provider tool add has the name of a tool');
  });

  it.each([
    ['openai.responses', false],
    ['openai.chat', undefined],
    ['anthropic.messages', undefined],
  ])('sets strict for %s to %s', (provider, strict) => {
    expect(toModelTools({ tools: [ADD], provider }).add?.strict).toBe(strict);
  });

  it('accepts any name, even __proto__', () => {
    const set = toModelTools({ tools: [{ name: '__proto__', parameters: {} }], provider: 'openai.chat' });

    expect(Object.keys(set)).toEqual(['__proto__']);
  });
});

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { type RecordedRequest, type Script, scripted } from '@posthouse/runtime/scripted';
import type { LanguageModel } from 'ai';
import { startScriptedLLM } from '../scripted-llm.ts';

/** A way to reach a script with the AI SDK. */
export interface Door {
  readonly name: 'in process' | 'openai chat' | 'openai-compatible' | 'openai responses' | 'anthropic';
  open(script: Script): Promise<OpenDoor>;
}

export interface OpenDoor extends AsyncDisposable {
  readonly model: LanguageModel;
  readonly requests: readonly RecordedRequest[];
  received(index: number): Promise<RecordedRequest>;
}

const apiKey = 'not-a-key';

export const inProcess: Door = {
  name: 'in process',
  open: async (script) => {
    const model = scripted(script);
    return await Promise.resolve({
      model,
      requests: model.requests,
      received: (index: number) => model.received(index),
      [Symbol.asyncDispose]: async () => await Promise.resolve(model[Symbol.dispose]()),
    });
  },
};

/** Every dialect of the server, each through the unmodified provider of the AI SDK. */
export const httpDoors: readonly Door[] = [
  overHttp('openai chat', (baseURL) => createOpenAI({ baseURL, apiKey }).chat('gpt-5')),
  overHttp('openai-compatible', (baseURL) =>
    createOpenAICompatible({
      name: 'compatible',
      baseURL,
      apiKey,
      includeUsage: true,
      supportsStructuredOutputs: true,
    })('any'),
  ),
  overHttp('openai responses', (baseURL) => createOpenAI({ baseURL, apiKey }).responses('gpt-5')),
  overHttp('anthropic', (baseURL) => createAnthropic({ baseURL, apiKey })('claude-sonnet-4-5')),
];

function overHttp(name: Door['name'], toModel: (baseURL: string) => LanguageModel): Door {
  return {
    name,
    open: async (script) => {
      const llm = await startScriptedLLM({ script });
      return {
        model: toModel(`${llm.url}/v1`),
        requests: llm.requests,
        received: (index) => llm.received(index),
        [Symbol.asyncDispose]: () => llm[Symbol.asyncDispose](),
      };
    },
  };
}

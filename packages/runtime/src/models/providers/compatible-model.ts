import { invalidConfiguration } from '@posthouse/protocol';
import { boundedFetch } from './bounded-fetch.ts';
import { importProvider } from './import-provider.ts';
import type { ModelObject, ProviderAccess } from './model-options.ts';

export type CompatibleModelOptions = ProviderAccess & {
  id: string;
  /** The provider's name in the AI SDK; its camel-case form is the key of its options. */
  name: 'openai-compatible' | 'litellm-proxy';
  /** The variable that would have held the base URL, for the error that it did not. */
  variable: string;
};

/** A model behind a server that speaks OpenAI's Chat Completions. */
export async function compatibleModel(options: CompatibleModelOptions): Promise<ModelObject> {
  const { id, name, baseURL, apiKey, headers, variable } = options;
  if (baseURL === undefined || baseURL === '') {
    throw invalidConfiguration(`the model ${JSON.stringify(id)} has no server: set ${variable} or give a baseURL`);
  }
  const { createOpenAICompatible } = await importProvider(
    '@ai-sdk/openai-compatible',
    () => import('@ai-sdk/openai-compatible'),
  );
  // Such servers report usage in a stream only when asked.
  const access = { name, baseURL, apiKey, headers, fetch: boundedFetch };
  return createOpenAICompatible({ ...access, includeUsage: true }).chatModel(id);
}

import type { ModelRef } from '../definitions/agent.ts';
import { boundedFetch } from './providers/bounded-fetch.ts';
import { compatibleModel } from './providers/compatible-model.ts';
import { importProvider } from './providers/import-provider.ts';
import { parseModelName } from './providers/model-name.ts';
import type { ModelObject, ModelOptions } from './providers/model-options.ts';
import { scriptedModel } from './providers/scripted-models.ts';

const PROXY_PREFIX = 'litellm_proxy/';

/**
 * The language model that a name stands for. A model object stands for itself.
 *
 * @example
 * const model = await resolveModel('openai/gpt-5-mini', { toolFormat: 'completions' });
 */
export async function resolveModel(ref: ModelRef, options: ModelOptions = {}): Promise<ModelObject> {
  if (typeof ref !== 'string') return ref;
  // The proxy serves more providers than we know, so its names are not checked here.
  if (options.useProxy === true && isProxied(ref, options)) return await proxiedModel(ref, options);

  const { prefix, id } = parseModelName(ref);
  switch (prefix) {
    case 'openai':
      return await openAIModel(id, options);
    case 'anthropic':
      return await anthropicModel(id, options);
    case 'openai-compatible': {
      const { environment = process.env, providers } = options;
      return await compatibleModel({
        id,
        name: 'openai-compatible',
        variable: 'OPENAI_COMPATIBLE_BASE_URL',
        baseURL: environment.OPENAI_COMPATIBLE_BASE_URL,
        apiKey: environment.OPENAI_COMPATIBLE_API_KEY,
        ...providers?.['openai-compatible'],
      });
    }
    case 'litellm_proxy':
      return await proxiedModel(ref, options);
    case 'scripted':
      return scriptedModel(id, options);
  }
}

/** Whether a model is asked through a proxy, and so as somebody. */
export function isProxied(ref: ModelRef, { useProxy }: Pick<ModelOptions, 'useProxy'>): boolean {
  if (typeof ref !== 'string') return false;
  return useProxy === true ? !ref.startsWith('scripted/') : ref.startsWith(PROXY_PREFIX);
}

async function openAIModel(id: string, options: ModelOptions): Promise<ModelObject> {
  const { environment = process.env, providers, toolFormat } = options;
  const { createOpenAI } = await importProvider('@ai-sdk/openai', () => import('@ai-sdk/openai'));
  const provider = createOpenAI({
    baseURL: environment.OPENAI_BASE_URL,
    apiKey: environment.OPENAI_API_KEY,
    fetch: boundedFetch,
    ...providers?.openai,
  });
  return toolFormat === 'completions' ? provider.chat(id) : provider.responses(id);
}

async function anthropicModel(id: string, options: ModelOptions): Promise<ModelObject> {
  const { environment = process.env, providers } = options;
  const { createAnthropic } = await importProvider('@ai-sdk/anthropic', () => import('@ai-sdk/anthropic'));
  const provider = createAnthropic({
    baseURL: environment.ANTHROPIC_BASE_URL,
    apiKey: environment.ANTHROPIC_API_KEY,
    fetch: boundedFetch,
    ...providers?.anthropic,
  });
  return provider(id);
}

async function proxiedModel(ref: string, options: ModelOptions): Promise<ModelObject> {
  const { environment = process.env, providers, userToken } = options;
  return await compatibleModel({
    id: ref.startsWith(PROXY_PREFIX) ? ref.slice(PROXY_PREFIX.length) : ref,
    name: 'litellm-proxy',
    variable: 'LITELLM_PROXY_API_BASE',
    baseURL: environment.LITELLM_PROXY_API_BASE,
    ...providers?.litellm_proxy,
    // The user's own token comes first, so that the proxy can tell users apart.
    apiKey: userToken || providers?.litellm_proxy?.apiKey || environment.LITELLM_PROXY_API_KEY,
  });
}

import type { Api, Model } from '@earendil-works/pi-ai';
import { getModel } from '@earendil-works/pi-ai/compat';
import type { Language } from '../errors/language.ts';
import type { AgentConfig, ModelPlace } from './agent-config.ts';

/** Variables by name, as of a process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A model that can be asked, or why it cannot. */
export type ResolvedModel =
  | { readonly available: true; readonly name: string; readonly model: Model<Api>; readonly apiKey: string }
  | { readonly available: false; readonly name: string; readonly reason: Reason };

/** Why there is no model, in each of our languages. */
type Reason = Readonly<Record<Language, string>>;

/** Names that everybody knows, and what is tried for them, in this order. */
const ALIASES: ReadonlyMap<string, readonly ModelPlace[]> = new Map(
  Object.entries({
    sonnet: [{ provider: 'anthropic', model: 'claude-sonnet-4-5' }],
    haiku: [{ provider: 'anthropic', model: 'claude-haiku-4-5' }],
    gpt: [{ provider: 'openai', model: 'gpt-5' }],
    mini: [{ provider: 'openai', model: 'gpt-5-mini' }],
    smart: [
      { provider: 'anthropic', model: 'claude-sonnet-4-5' },
      { provider: 'openai', model: 'gpt-5' },
    ],
    fast: [
      { provider: 'anthropic', model: 'claude-haiku-4-5' },
      { provider: 'openai', model: 'gpt-5-mini' },
    ],
  }),
);

const KEYS: Readonly<Record<string, string>> = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' };

/**
 * The model behind a name of the configuration: a name from its own `models`, one of ours, or `provider/model`. Names
 * that stand for several take the first one that there is a key for.
 */
export function resolveModel(name: string, { models }: Pick<AgentConfig, 'models'>, env: Environment): ResolvedModel {
  const places = Object.hasOwn(models, name) ? [models[name]!] : (ALIASES.get(name) ?? toPlaces(name));
  const reasons: Reason[] = [];
  for (const place of places) {
    const resolved = resolvePlace(name, place, env);
    if (resolved.available) return resolved;
    reasons.push(resolved.reason);
  }
  if (reasons.length === 0) {
    const quoted = JSON.stringify(name);
    reasons.push({ en: `There is no model called ${quoted}.`, zh: `没有名为 ${quoted} 的模型。` });
  }
  const join = (language: Language, between: string): string => reasons.map((each) => each[language]).join(between);
  return { available: false, name, reason: { en: join('en', ' '), zh: join('zh', '') } };
}

function toPlaces(name: string): ModelPlace[] {
  const [, provider, model] = /^([^/]+)\/(.+)$/s.exec(name) ?? [];
  return provider === undefined || model === undefined ? [] : [{ provider, model }];
}

function resolvePlace(name: string, place: ModelPlace, env: Environment): ResolvedModel {
  const { provider, model: id, baseURL, api, apiKeyEnv = KEYS[provider] } = place;
  const known = getModel(provider as never, id as never) as Model<Api> | undefined;
  if (known === undefined && baseURL === undefined) {
    const reason = {
      en: `The model ${provider}/${id} is not known; a custom model needs a baseURL.`,
      zh: `未知的模型 ${provider}/${id}；自定义模型需要 baseURL。`,
    };
    return { available: false, name, reason };
  }
  const apiKey = apiKeyEnv === undefined ? undefined : env[apiKeyEnv]?.trim();
  // A server of one's own may do without a key.
  const needsKey = baseURL === undefined || place.apiKeyEnv !== undefined;
  if (needsKey && (apiKey === undefined || apiKey === '')) {
    const reason =
      apiKeyEnv === undefined
        ? { en: `There is no key for ${provider}.`, zh: `没有 ${provider} 的密钥。` }
        : { en: `No API key: ${apiKeyEnv} is not set.`, zh: `没有 API 密钥：未设置 ${apiKeyEnv}。` };
    return { available: false, name, reason };
  }
  const base = known ?? unknownModel(provider, id);
  const model =
    baseURL === undefined ? base : { ...base, baseUrl: baseURL, api: api ?? known?.api ?? 'openai-completions' };
  return { available: true, name, model: model as Model<Api>, apiKey: apiKey ?? 'none' };
}

/** Nothing is known of it, so it is believed to be able to do what most are. */
function unknownModel(provider: string, id: string): Omit<Model<Api>, 'api' | 'baseUrl'> {
  return {
    id,
    name: id,
    provider,
    reasoning: true,
    input: ['text'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 128_000,
    maxTokens: 16_384,
    // Servers that merely speak OpenAI's language seldom know its newest words.
    compat: { supportsReasoningEffort: false, supportsDeveloperRole: false, supportsStore: false },
  } as Omit<Model<Api>, 'api' | 'baseUrl'>;
}

import { invalidConfiguration, type JSONObject } from '@posthouse/protocol';
import type { OpenOptions } from '../agent-adapter.ts';
import type { PiModel, LoadedPi } from './pi-module.ts';

/** What `options` may say for this program. */
export interface PiOptions {
  readonly systemPrompt?: string;
  /** `off`, `minimal`, `low`, `medium`, `high`. */
  readonly thinkingLevel?: string;
  /** How to speak to the model behind `baseURL`; `openai-completions` unless given. */
  readonly api?: string;
  /** `ask` (unless given): everything but reading waits for an approval. `allow`: nothing does. */
  readonly permission?: 'ask' | 'allow';
  /** Where conversations are kept for resuming. */
  readonly stateFolder?: string;
  /** Which of pi's two packages, where both are installed. */
  readonly package?: string;
}

/** Refuses options that are not what they should be, by name. */
export function readPiOptions(options: JSONObject = {}): PiOptions {
  const refuse = (key: string, expected: string): never => {
    throw invalidConfiguration(
      `the option "${key}" of the agent "pi" must be ${expected}, not ${JSON.stringify(options[key])}.`,
    );
  };
  for (const key of ['systemPrompt', 'thinkingLevel', 'api', 'stateFolder', 'package']) {
    if (options[key] !== undefined && typeof options[key] !== 'string') refuse(key, 'a text');
  }
  if (![undefined, 'ask', 'allow'].includes(options.permission as string)) refuse('permission', '"ask" or "allow"');
  return options as PiOptions;
}

/** The model that a session asks for, as pi describes models. */
export function toPiModel(pi: LoadedPi, { model, baseURL, options }: OpenOptions): PiModel {
  const [, provider, id] = /^([^/]+)\/(.+)$/s.exec(model ?? '') ?? [];
  if (provider === undefined || id === undefined) {
    const given = model === undefined ? 'none was given' : `${JSON.stringify(model)} is not that`;
    throw invalidConfiguration(
      `pi needs a model written "provider/model", such as "anthropic/claude-sonnet-4-5"; ${given}.`,
    );
  }
  const known = pi.findModel(provider, id);
  if (baseURL === undefined && known !== undefined) return known;
  if (baseURL === undefined) {
    throw invalidConfiguration(
      `pi does not know the model ${JSON.stringify(model)}. Give a base URL to use a model of your own.`,
    );
  }
  const { api = known?.api ?? 'openai-completions' } = readPiOptions(options);
  return { ...(known ?? unknownModel(provider, id)), api, baseUrl: baseURL };
}

/** Nothing is known of it, so it is believed to be able to do what most are. */
function unknownModel(provider: string, id: string): Omit<PiModel, 'api' | 'baseUrl'> {
  return {
    id,
    name: id,
    provider,
    reasoning: true,
    input: ['text', 'image'],
    cost: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextWindow: 128_000,
    maxTokens: 16_384,
    // Servers that merely speak OpenAI's language seldom know its newest words.
    compat: { supportsReasoningEffort: false, supportsDeveloperRole: false, supportsStore: false },
  };
}

import { defined, invalidConfiguration, type JSONObject, type JSONValue } from '@posthouse/protocol';
import type { OpenOptions } from '../agent-adapter.ts';

/** What `options` may say for this program. */
export interface OpencodeOptions {
  /** The program; `opencode` of the path unless given. */
  readonly executable?: string;
  /** OpenCode's agent, such as `plan`. */
  readonly agent?: string;
  /** Which calls are allowed, asked for or denied, in OpenCode's own form. */
  readonly permission?: JSONValue;
  /** The package that speaks to the model behind `baseURL`; `@ai-sdk/openai-compatible` unless given. */
  readonly npm?: string;
  /** More of OpenCode's own configuration; it wins over what is made here. */
  readonly config?: JSONObject;
}

/** Looking is free; what changes or leaves the folder is asked for. */
const ASK_BEFORE_CHANGES: JSONObject = {
  '*': 'ask',
  read: 'allow',
  list: 'allow',
  glob: 'allow',
  grep: 'allow',
  todowrite: 'allow',
  todoread: 'allow',
  task: 'allow',
  question: 'allow',
  skill: 'allow',
};

/** The configuration an OpenCode server is started with. */
export function toOpencodeConfig({ model, baseURL, apiKey, options }: OpenOptions): JSONObject {
  const { permission = ASK_BEFORE_CHANGES, npm, config } = readOpencodeOptions(options);
  return {
    autoupdate: false,
    share: 'disabled',
    permission,
    ...defined({ model }),
    ...toProvider({ model, baseURL, apiKey, npm }),
    ...config,
  };
}

/** A model is `provider/model`; the model's own name may contain slashes. */
export function toOpencodeModel(model: string | undefined): { providerID: string; modelID: string } | undefined {
  if (model === undefined) return undefined;
  const cut = model.indexOf('/');
  if (cut > 0 && cut < model.length - 1) return { providerID: model.slice(0, cut), modelID: model.slice(cut + 1) };
  throw invalidConfiguration(
    `the model of OpenCode is written "provider/model", such as "anthropic/claude-sonnet-4-5", not ${JSON.stringify(model)}.`,
  );
}

/** Refuses options that are not what they should be, by name, before a process is started with them. */
export function readOpencodeOptions(options: JSONObject = {}): OpencodeOptions {
  for (const key of ['executable', 'agent', 'npm'] as const) {
    const value = options[key];
    if (value === undefined || typeof value === 'string') continue;
    throw invalidConfiguration(
      `the option "${key}" of the agent "opencode" must be a text, not ${JSON.stringify(value)}.`,
    );
  }
  return options as OpencodeOptions;
}

interface Provider {
  readonly model: string | undefined;
  readonly baseURL: string | undefined;
  readonly apiKey: string | undefined;
  readonly npm: string | undefined;
}

function toProvider({ model, baseURL, apiKey, npm }: Provider): JSONObject {
  const named = toOpencodeModel(model);
  if (named === undefined || (baseURL === undefined && apiKey === undefined)) return {};
  const { providerID, modelID } = named;
  const settings: JSONObject = defined({ baseURL, apiKey }) as JSONObject;
  // With a base URL the provider is the user's own, which OpenCode knows nothing about: neither how to speak to it nor
  // which models it has.
  const own: JSONObject =
    baseURL === undefined ? {} : { npm: npm ?? '@ai-sdk/openai-compatible', models: { [modelID]: {} } };
  return { provider: { [providerID]: { ...own, options: settings } } };
}

import type { LanguageModel } from 'ai';
import type { Agent } from '../../definitions/agent.ts';

/** A model as the AI SDK calls it. */
export type ModelObject = Exclude<LanguageModel, string>;

/** Where a provider is reached and with which key; what is left out comes from the environment. */
export type ProviderAccess = { baseURL?: string; apiKey?: string; headers?: Record<string, string> };

/** What turns a model's name into a model. */
export type ModelOptions = Pick<Agent, 'toolFormat' | 'useProxy'> & {
  /** Sent to the proxy as `Authorization: Bearer …`, for whoever's swarm it is. */
  userToken?: string;
  providers?: Partial<Record<'openai' | 'anthropic' | 'openai-compatible' | 'litellm_proxy', ProviderAccess>>;
  /** Models for names of the form `scripted/<name>`, before those of `registerScriptedModel`. */
  scriptedModels?: Record<string, ModelObject>;
  /** `process.env` unless given. */
  environment?: Record<string, string | undefined>;
};

import type { JSONObject } from '@posthouse/protocol';
import type { LanguageModel } from 'ai';
import type { AnyAction } from './action.ts';
import type { AgentFunction } from './agent-function.ts';

/** A model by name (`openai/gpt-5-mini`, `anthropic/…`, `scripted/…`) or an AI SDK model. */
export type ModelRef = LanguageModel;

export type AgentOptions = {
  name: string;
  description?: string;
  /** The language model; absent if `run` is given. */
  model?: ModelRef;
  /** A plain function instead of a language model. */
  run?: AgentFunction;
  /**
   * The model that `run` asks by itself, such as `openai/gpt-5-mini`. Each of its turns is then queued like a call of that model,
   * and counts against budgets as one, with estimated tokens.
   */
  asksModel?: string;
  system?: string;
  /** Agents this one may write to: names, or `name@swarm`. */
  commTargets: string[];
  actions?: AnyAction[];
  /** Tools that the model's provider runs, such as web search, as the AI SDK's provider packages make them. */
  providerTools?: Record<string, unknown>;
  enableEntrypoint?: boolean;
  enableInterswarm?: boolean;
  canCompleteTasks?: boolean;
  /** Callers may address it instead of the supervisor, and it may then complete the task. */
  direct?: boolean;
  excludeTools?: string[];
  toolFormat?: 'completions' | 'responses';
  reasoningEffort?: 'minimal' | 'low' | 'medium' | 'high';
  thinkingBudget?: number;
  maxTokens?: number;
  temperature?: number;
  defaultToolChoice?: 'auto' | 'required';
  /** Sends model calls to `LITELLM_PROXY_API_BASE` with the token of the user that the swarm works for. */
  useProxy?: boolean;
  /**
   * Summarizes old turns when the prompt is longer than `maxTokens` (as we estimate them), with the agent's own
   * model unless another is named. Up to `keepTurns` of the newest turns stay as they are; 4 by default.
   */
  compaction?: { maxTokens: number; keepTurns?: number; model?: ModelRef };
  /** How many tokens the model reads, if the runtime does not know the model. */
  contextWindow?: number;
  /** Passed to the provider as it is. */
  providerOptions?: Record<string, JSONObject>;
};

/** An agent as the runtime knows it: every option decided. */
export type Agent = AgentOptions &
  Required<
    Pick<
      AgentOptions,
      'system' | 'actions' | 'enableEntrypoint' | 'enableInterswarm' | 'canCompleteTasks' | 'direct' | 'excludeTools'
    >
  >;

/**
 * Defines an agent.
 *
 * @example
 * const math = agent({ name: 'math', model: 'openai/gpt-5-mini', system: 'You calculate.', commTargets: ['supervisor'], actions: [add] });
 */
export function agent(options: AgentOptions): Agent {
  return Object.freeze({
    ...options,
    system: options.system ?? '',
    actions: options.actions ?? [],
    enableEntrypoint: options.enableEntrypoint ?? false,
    enableInterswarm: options.enableInterswarm ?? false,
    canCompleteTasks: options.canCompleteTasks ?? false,
    direct: options.direct ?? false,
    excludeTools: options.excludeTools ?? [],
  });
}

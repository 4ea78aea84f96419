import { defined, invalidConfiguration, type JSONObject } from '@posthouse/protocol';
import type { Agent } from '../../definitions/agent.ts';

/** How many tokens a model may think, where effort is a number of tokens. */
const BUDGETS = { minimal: 2000, low: 4000, medium: 8000, high: 16_000 } as const;
/** What is left for the answer itself when nobody says how long it may be. */
const ANSWER_TOKENS = 4000;
/** Lets Anthropic's models think again between two calls. */
const INTERLEAVED_THINKING = 'interleaved-thinking-2025-05-14';

type Settings = Pick<
  Agent,
  'name' | 'reasoningEffort' | 'thinkingBudget' | 'maxTokens' | 'temperature' | 'providerOptions' | 'providerTools'
>;

/** What is sent to a model besides the conversation and the tools. */
export type CallSettings = {
  maxOutputTokens?: number;
  temperature?: number;
  reasoning?: Agent['reasoningEffort'];
  providerOptions: Record<string, JSONObject>;
};

export type CallSettingsOptions = {
  agent: Settings;
  /** The model's provider as the AI SDK names it, such as `anthropic.messages`. */
  provider: string;
};

/** An agent's settings as the given provider understands them; the agent's own `providerOptions` have the last word. */
export function toCallSettings({ agent, provider }: CallSettingsOptions): CallSettings {
  const { reasoningEffort: reasoning, temperature } = agent;
  const budget = provider.startsWith('anthropic') ? budgetOf(agent) : undefined;
  return {
    ...defined({ temperature, reasoning }),
    ...maxOutputTokens(agent.maxTokens, budget),
    providerOptions: merge(ownOptions({ agent, provider, budget }), agent.providerOptions ?? {}),
  };
}

/** Whether the model will think in a way that forbids forcing it to use a tool. */
export function isThinking({ providerOptions }: CallSettings): boolean {
  const thinking = providerOptions.anthropic?.thinking;
  return typeof thinking === 'object' && thinking !== null && 'type' in thinking && thinking.type === 'enabled';
}

function budgetOf({ name, thinkingBudget, reasoningEffort, maxTokens }: Settings): number | undefined {
  const budget = thinkingBudget ?? (reasoningEffort && BUDGETS[reasoningEffort]);
  if (budget !== undefined && maxTokens !== undefined && budget >= maxTokens) {
    throw invalidConfiguration(
      `agent ${name} may think ${budget} tokens but answer with ${maxTokens} at most, thinking included: raise maxTokens or lower the effort`,
    );
  }
  return budget;
}

/** Our limit includes thinking, as on Anthropic's wire; the provider's package adds the budget to what it is given. */
function maxOutputTokens(maxTokens: number | undefined, budget: number | undefined): { maxOutputTokens?: number } {
  if (budget !== undefined) return { maxOutputTokens: (maxTokens ?? budget + ANSWER_TOKENS) - budget };
  return maxTokens === undefined ? {} : { maxOutputTokens: maxTokens };
}

function ownOptions(options: CallSettingsOptions & { budget: number | undefined }): Record<string, JSONObject> {
  const { agent, provider, budget } = options;
  if (budget !== undefined) {
    return {
      anthropic: { thinking: { type: 'enabled', budgetTokens: budget }, anthropicBeta: [INTERLEAVED_THINKING] },
    };
  }
  if (provider === 'openai.responses') {
    return {
      openai: {
        // Our log is the history: the conversation must not depend on what the provider still has of it.
        ...(needsStorage(agent) ? {} : { store: false }),
        ...(agent.reasoningEffort === undefined ? {} : { reasoningSummary: 'auto' }),
      },
    };
  }
  if (provider.startsWith('litellm-proxy') && agent.thinkingBudget !== undefined) {
    return { litellmProxy: { thinking: { type: 'enabled', budget_tokens: agent.thinkingBudget } } };
  }
  return {};
}

/** Of OpenAI's own tools only a web search can be sent back; the others are referred to where OpenAI stored them. */
function needsStorage({ providerTools = {} }: Settings): boolean {
  return Object.values(providerTools).some((each) => {
    const id = typeof each === 'object' && each !== null && 'id' in each ? String(each.id) : '';
    return id.startsWith('openai.') && !id.startsWith('openai.web_search');
  });
}

function merge(ours: Record<string, JSONObject>, theirs: Record<string, JSONObject>): Record<string, JSONObject> {
  const names = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  return Object.fromEntries([...names].map((name) => [name, { ...ours[name], ...theirs[name] }]));
}

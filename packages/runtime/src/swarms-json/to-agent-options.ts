import { defined, type JSONObject } from '@posthouse/protocol';
import type { AnyAction } from '../definitions/action.ts';
import type { AgentOptions } from '../definitions/agent.ts';
import type { AgentParams } from './agent-params-schema.ts';
import type { BuiltInFactory } from './reference-names.ts';
import type { AgentJSON } from './swarms-schema.ts';

export type AgentSource = {
  candidate: AgentJSON;
  params: AgentParams;
  actions: AnyAction[];
  /** Which of the reference's factories the file names, if any. */
  factory?: BuiltInFactory;
};

/** An agent of the file in our own terms. */
export function toAgentOptions({ candidate, params, actions, factory }: AgentSource): AgentOptions {
  return defined({
    name: candidate.name,
    description: candidate.description,
    model: toModel(params, factory),
    system: params.system,
    commTargets: candidate.comm_targets,
    actions,
    enableEntrypoint: candidate.enable_entrypoint,
    enableInterswarm: candidate.enable_interswarm,
    canCompleteTasks: candidate.can_complete_tasks,
    direct: candidate.direct,
    excludeTools: [...(candidate.exclude_tools ?? []), ...(params.exclude_tools ?? [])],
    toolFormat: candidate.tool_format ?? params.tool_format ?? factory?.toolFormat,
    reasoningEffort: params.reasoning_effort,
    thinkingBudget: params.thinking_budget,
    maxTokens: params.max_tokens,
    temperature: params.temperature,
    defaultToolChoice: params.default_tool_choice,
    useProxy: params.use_proxy ?? usesProxy(factory),
    providerOptions: params.provider_options as Record<string, JSONObject> | undefined,
  }) as AgentOptions;
}

function toModel(params: AgentParams, factory: BuiltInFactory | undefined): string | undefined {
  const model = params.llm ?? params.model;
  return model === undefined || factory?.provider === undefined || model.includes('/')
    ? model
    : `${factory.provider}/${model}`;
}

/** The reference's own factories use the proxy unless told otherwise. */
function usesProxy(factory: BuiltInFactory | undefined): true | undefined {
  return factory !== undefined && factory.provider === undefined ? true : undefined;
}

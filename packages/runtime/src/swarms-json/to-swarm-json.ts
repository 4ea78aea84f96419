import type { JSONObject } from '@posthouse/protocol';
import type { AnyAction } from '../definitions/action.ts';
import type { Agent } from '../definitions/agent.ts';
import type { RunLimits, SwarmCallBounds, SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { Prices } from '../respond/prices.ts';
import type { SwarmProblem } from '../definitions/swarm-problem.ts';
import type { ReferenceLibrary } from './load-options.ts';
import type { AgentJSON, SwarmJSON } from './swarms-schema.ts';

export type ToSwarmJSONOptions = {
  /** Actions found in it are written as references to it. */
  library?: ReferenceLibrary;
};

/** A swarm as a file has it, and what of it no file can have. */
export type SwarmExport = { swarm: SwarmJSON; omitted: SwarmProblem[] };

/**
 * Writes a swarm in the format of swarm files. Code cannot be written: models given as objects, functions to run,
 * tools of providers and the code of actions are listed in `omitted`. `parseSwarmsJSON` reads it back; pass it the
 * omitted actions as `actions`.
 *
 * @example
 * const { swarm, omitted } = toSwarmJSON(definition);
 * const [same] = await parseSwarmsJSON(swarm, { actions: [add] });
 */
export function toSwarmJSON(definition: SwarmDefinition, options: ToSwarmJSONOptions = {}): SwarmExport {
  const references = new Map(Object.entries(options.library?.actions ?? {}).map(([name, action]) => [action, name]));
  const actions = new Set([...definition.actions, ...definition.agents.flatMap((agent) => agent.actions)]);
  const imports = [...actions].flatMap((action) => references.get(action) ?? []).map((name) => `library::${name}`);
  const swarm = compact<SwarmJSON>({
    name: definition.name,
    version: definition.version,
    description: definition.description,
    keywords: [...definition.keywords],
    public: definition.public,
    entrypoint: definition.entrypoint,
    enable_interswarm: definition.enableInterswarm,
    agents: definition.agents.map(toAgentJSON),
    action_imports: imports,
    breakpoint_tools: [...definition.breakpointTools],
    approval_tools: [...definition.approvalTools],
    exclude_tools: [...definition.excludeTools],
    limits: toLimitsJSON(definition.limits),
    model_calls: toModelCallsJSON(definition.modelCalls),
    budgets: definition.budgets,
    prices: toPricesJSON(definition.prices),
  });
  return { swarm, omitted: findOmissions(definition, references) };
}

function toAgentJSON(agent: Agent): AgentJSON {
  return {
    ...compact({
      name: agent.name,
      description: agent.description,
      actions: agent.actions.map(({ name }) => name),
      enable_entrypoint: agent.enableEntrypoint,
      enable_interswarm: agent.enableInterswarm,
      can_complete_tasks: agent.canCompleteTasks,
      direct: agent.direct,
      tool_format: agent.toolFormat,
      exclude_tools: [...agent.excludeTools],
    }),
    comm_targets: [...agent.commTargets],
    agent_params: toParams(agent),
  };
}

function toParams(agent: Agent): JSONObject {
  const params = compact({
    llm: typeof agent.model === 'string' ? agent.model : undefined,
    system: agent.system,
    reasoning_effort: agent.reasoningEffort,
    thinking_budget: agent.thinkingBudget,
    max_tokens: agent.maxTokens,
    temperature: agent.temperature,
    default_tool_choice: agent.defaultToolChoice,
    provider_options: agent.providerOptions,
  }) as JSONObject;
  // False is not the default here: the reference's factories use the proxy unless told otherwise.
  return agent.useProxy === undefined ? params : { ...params, use_proxy: agent.useProxy };
}

function toLimitsJSON({ resultBytes, storedResultBytes, textBytes, ...limits }: RunLimits): SwarmJSON['limits'] {
  const bytes = { result_bytes: resultBytes, stored_result_bytes: storedResultBytes, text_bytes: textBytes };
  return { ...limits, ...compact(bytes) };
}

function toModelCallsJSON(bounds: SwarmCallBounds = {}): SwarmJSON['model_calls'] {
  const { atOnce, perCaller, perModel, waitingPerCaller } = bounds;
  return compact({
    at_once: atOnce,
    per_caller: perCaller,
    per_model: perModel,
    waiting_per_caller: waitingPerCaller,
  });
}

function toPricesJSON(prices: Prices): SwarmJSON['prices'] {
  return Object.fromEntries(
    Object.entries(prices).map(([model, { input, output, cacheRead, cacheWrite }]) => [
      model,
      { input, output, ...compact({ cache_read: cacheRead, cache_write: cacheWrite }) },
    ]),
  );
}

/** Leaves out what a reader assumes anyway. */
function compact<Fields extends object>(fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => !isDefault(value))) as Fields;
}

function isDefault(value: unknown): boolean {
  if (value === undefined || value === false || value === '') return true;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/** What of a swarm is code and so cannot stand in a file. `references` are the actions that a file can name. */
function findOmissions(definition: SwarmDefinition, references: ReadonlyMap<AnyAction, string>): SwarmProblem[] {
  return [
    ...definition.agents.flatMap(findAgentOmissions),
    ...findActionOmissions(definition)
      .filter(({ action }) => !references.has(action))
      .map(toOmission),
  ];
}

function findAgentOmissions(agent: Agent, index: number): SwarmProblem[] {
  const path = `agents.${index}`;
  const omissions: SwarmProblem[] = [];
  if (agent.model !== undefined && typeof agent.model !== 'string') {
    const message = `the model of '${agent.name}' is an object; only models given by name can be written`;
    omissions.push({ path: `${path}.model`, message });
  }
  if (agent.run !== undefined) {
    const message = `'${agent.name}' runs a function; name its factory with module::./file.ts:export in the file`;
    omissions.push({ path: `${path}.run`, message });
  }
  if (agent.providerTools !== undefined && Object.keys(agent.providerTools).length > 0) {
    omissions.push({ path: `${path}.providerTools`, message: `the provider's tools of '${agent.name}' are objects` });
  }
  if (/^(python|library|module|url)::/.test(agent.system)) {
    const message = `the prompt of '${agent.name}' begins like a reference and would be read as one`;
    omissions.push({ path: `${path}.system`, message });
  }
  return omissions;
}

type Place = { path: string; action: AnyAction };

/** Each action once, at the first place that has it. */
function findActionOmissions({ actions, agents }: SwarmDefinition): Place[] {
  const places = [
    ...agents.flatMap((agent, agentIndex) =>
      agent.actions.map((action, index) => ({ path: `agents.${agentIndex}.actions.${index}`, action })),
    ),
    ...actions.map((action, index) => ({ path: `actions.${index}`, action })),
  ];
  return places.filter(({ action }, index) => places.findIndex((other) => other.action === action) === index);
}

function toOmission({ path, action }: Place): SwarmProblem {
  return { path, message: `the code of the action '${action.name}'; give it to the loader in \`actions\`` };
}

import { defined, type JSONObject } from '@posthouse/protocol';
import type { AnyAction } from '../definitions/action.ts';
import type { AgentFunction } from '../definitions/agent-function.ts';
import { type Agent, agent, type AgentOptions } from '../definitions/agent.ts';
import { pythonAgent } from '../python/python-agent.ts';
import type { PythonBridge } from '../python/python-bridge.ts';
import { didYouMean } from '../definitions/closest-name.ts';
import { type AgentParams, agentParamsSchema } from './agent-params-schema.ts';
import { checkCandidate, join } from './check-candidate.ts';
import { findParamsWarnings } from './find-params-warnings.ts';
import { attempt, type LoadReport } from './load-report.ts';
import type { BuiltInFactory } from './reference-names.ts';
import { parseCodeReference } from './reference.ts';
import { resolveParams } from './resolve-params.ts';
import type { PythonCode, Resolve } from './resolve-reference.ts';
import type { AgentJSON, SwarmJSON } from './swarms-schema.ts';

/**
 * A factory of the user's own, named by `module::`. It gets the agent as the file describes it and all of its parameters,
 * and answers with the function to run or with changed options.
 *
 * @example
 * export const echo: AgentFactory = () => ({ inputs }) => ({ text: inputs.at(-1)?.message.body });
 */
export type AgentFactory = (
  options: AgentOptions,
  params: JSONObject,
) => AgentFunction | AgentOptions | Promise<AgentFunction | AgentOptions>;

export type AgentSurroundings = {
  /** Every action that agents of this swarm may list, by name. */
  actions: ReadonlyMap<string, AnyAction>;
  /** The swarm that it is an agent of. */
  swarm: Pick<SwarmJSON, 'exclude_tools' | 'breakpoint_tools'>;
  resolve: Resolve;
  report: LoadReport;
  python?: PythonBridge | undefined;
};

/** Always gives an agent, so that the swarm can be checked as a whole; what is wrong with it is in the report. */
export async function toAgent(candidate: AgentJSON, path: string, surroundings: AgentSurroundings): Promise<Agent> {
  const { resolve, report } = surroundings;
  const paramsPath = join(path, 'agent_params');
  // What is wrong with the factory is reported in its place.
  const maker = await resolveFactory(candidate.factory, resolve).catch(() => undefined);
  if (maker === undefined) return toBrokenAgent(candidate, path, surroundings);
  if ('python' in maker) return toPythonAgent(candidate, path, surroundings, maker);
  const found = report.problems.length;
  const params = await resolveParams(candidate.agent_params ?? {}, paramsPath, resolve, report);
  const known = checkCandidate(agentParamsSchema, params, paramsPath, report) ?? {};
  const isReported = report.problems.length > found && modelIn(candidate) !== undefined;
  const actions = findActions(candidate, path, surroundings);
  const builtIn = typeof maker === 'object' && 'factory' in maker ? maker.factory : undefined;
  const options = toAgentOptions({ candidate, params: known, actions, factory: builtIn });

  if (typeof maker === 'function') {
    const made = await attempt(report, join(path, 'factory'), () => runFactory(maker, options, params));
    return agent(made ?? withPlaceholder(options));
  }
  report.warnings.push(...findParamsWarnings(candidate, params, path, builtIn));
  // A model that is given but wrong is reported already.
  if (options.model === undefined && !isReported) {
    const message = `agent '${candidate.name}' needs a model here, such as 'openai/gpt-5-mini'`;
    report.problems.push({ path: join(paramsPath, 'llm'), message });
  }
  return agent(options.model === undefined ? withPlaceholder(options) : options);
}

/** An agent whose factory cannot be had: only what is wrong without it is reported. */
async function toBrokenAgent(candidate: AgentJSON, path: string, surroundings: AgentSurroundings): Promise<Agent> {
  const { resolve, report } = surroundings;
  const actions = findActions(candidate, path, surroundings);
  await attempt(report, join(path, 'factory'), () => resolveFactory(candidate.factory, resolve));
  // Whether it takes code is known only with the factory; what cannot be had at all is a problem in any case.
  const exists: Resolve = (reference) => resolve(reference).then(() => ({ value: '' }));
  await resolveParams(candidate.agent_params ?? {}, join(path, 'agent_params'), exists, report);
  return agent(withPlaceholder(toAgentOptions({ candidate, params: {}, actions })));
}

/** An agent that a factory in Python makes, once for each user. What its parameters name in Python stays there. */
async function toPythonAgent(
  candidate: AgentJSON,
  path: string,
  surroundings: AgentSurroundings,
  { python: factory }: PythonCode,
): Promise<Agent> {
  const { resolve, report, swarm, python } = surroundings;
  const stay: Resolve = async (reference) => {
    const resolved = await resolve(reference);
    if ('python' in resolved) return { value: `python::${resolved.python}` };
    const value = 'value' in resolved ? resolved.value : undefined;
    if (reference.scheme === 'python' && typeof value !== 'string') {
      // We have something of our own for it, but Python code can only use the original.
      await python!.resolve(reference.name);
      return { value: `python::${reference.name}` };
    }
    if (typeof value === 'string' && value.startsWith('python::')) {
      throw new TypeError(`what it stands for begins with 'python::', and only the file itself may name Python code`);
    }
    return resolved;
  };
  const params = await resolveParams(candidate.agent_params ?? {}, join(path, 'agent_params'), stay, report);
  const options = toAgentOptions({ candidate, params: {}, actions: findActions(candidate, path, surroundings) });
  const { exclude_tools: excluded = [], breakpoint_tools: breakpoints = [] } = swarm;
  const run = pythonAgent(python!, { factory, options, params, excluded, breakpoints });
  return agent({ ...options, model: undefined, run, ...toAskedModel(candidate) });
}

/** A model in Python's words is known only there. */
function toAskedModel(candidate: AgentJSON): { asksModel?: string } {
  const model = modelIn(candidate);
  return typeof model === 'string' && !model.includes('::') ? { asksModel: model } : {};
}

function modelIn({ agent_params: params }: AgentJSON): unknown {
  return params?.llm ?? params?.model ?? undefined;
}

/** Only keeps the check of the whole swarm from naming again what the report names already. */
function withPlaceholder(options: AgentOptions): AgentOptions {
  return { ...options, model: undefined, run: () => ({}) };
}

function findActions({ actions = [] }: AgentJSON, path: string, surroundings: AgentSurroundings): AnyAction[] {
  return actions.flatMap((name, index) => {
    const found = surroundings.actions.get(name);
    if (found !== undefined) return [found];
    const message = `there is no action '${name}'.${didYouMean(name, surroundings.actions.keys())}`;
    surroundings.report.problems.push({ path: join(path, 'actions', index), message });
    return [];
  });
}

async function resolveFactory(
  text: string | undefined,
  resolve: Resolve,
): Promise<AgentFactory | PythonCode | { factory?: BuiltInFactory }> {
  if (text === undefined) return {};
  const reference = parseCodeReference(text);
  if (reference.scheme === 'url') throw new TypeError(`'${text}' cannot be run: code is never loaded from an address`);
  const resolved = await resolve(reference);
  if ('factory' in resolved) return resolved;
  if ('python' in resolved && resolved.kind === 'callable') return resolved;
  if (typeof resolved.value === 'function') return resolved.value as AgentFactory;
  throw new TypeError(`'${text}' is not an agent factory, which is a function that makes an agent`);
}

async function runFactory(factory: AgentFactory, options: AgentOptions, params: JSONObject): Promise<AgentOptions> {
  const made: unknown = await factory(options, params);
  if (typeof made === 'function') {
    return { ...options, model: undefined, run: made as AgentFunction };
  }
  if (typeof made === 'object' && made !== null && 'name' in made && made.name === options.name) {
    return made as AgentOptions;
  }
  throw new TypeError(`the factory must give a function to run, or options of the agent '${options.name}'`);
}

type AgentSource = {
  candidate: AgentJSON;
  params: AgentParams;
  actions: AnyAction[];
  /** Which of the reference's factories the file names, if any. */
  factory?: BuiltInFactory;
};

/** An agent of the file in our own terms. */
function toAgentOptions({ candidate, params, actions, factory }: AgentSource): AgentOptions {
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

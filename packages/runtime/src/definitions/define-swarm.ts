import { defined, formatAgentAddress, parseAgentAddress } from '@posthouse/protocol';
import { type Agent, agent } from './agent.ts';
import type { RunLimits, SwarmDefinition, SwarmOptions } from './swarm-definition.ts';
import { swarmError, type SwarmProblem } from './swarm-problem.ts';
import { findSwarmProblems } from './find-swarm-problems.ts';

/**
 * Defines a swarm: decides every default, checks that it is consistent and freezes it. Throws one `invalid_swarm` error
 * with all problems.
 *
 * @example
 * const definition = defineSwarm({ name: 'sums', version: '1.0.0', agents: [supervisor, math], entrypoint: 'supervisor' });
 */
export function defineSwarm(options: SwarmOptions): SwarmDefinition {
  const { definition, problems } = checkSwarm(options);
  if (problems.length > 0) throw swarmError(`swarm '${options.name}'`, problems);
  return definition;
}

/** The definition and everything that is wrong with it, for those who collect problems before they throw. */
export function checkSwarm(options: SwarmOptions): { definition: SwarmDefinition; problems: SwarmProblem[] } {
  const definition = toDefinition(options);
  const problems = findSwarmProblems(definition);
  const { taskMessageLimit, limits } = options;
  if (taskMessageLimit !== undefined && limits?.messages !== undefined && limits.messages !== taskMessageLimit) {
    problems.push({
      path: 'taskMessageLimit',
      message: `contradicts limits.messages: ${taskMessageLimit} here, ${limits.messages} there`,
    });
  }
  return { definition, problems };
}

/** The definition with every default decided, whether or not it is consistent. */
export function toDefinition(options: SwarmOptions): SwarmDefinition {
  const { taskMessageLimit, ...rest } = options;
  // Callers without types may leave out anything; what is missing is for the check to name.
  const agents = (options.agents ?? []).map((member) => toMember(member, options.name));
  const listed = new Set(agents.flatMap((member) => member.actions));
  return Object.freeze({
    ...rest,
    agents: frozen(agents),
    description: options.description ?? '',
    keywords: frozen(options.keywords),
    public: options.public ?? false,
    actions: frozen([...new Set(options.actions)].filter((action) => !listed.has(action))),
    enableInterswarm: options.enableInterswarm ?? false,
    breakpointTools: frozen(new Set(options.breakpointTools)),
    approvalTools: frozen(new Set(options.approvalTools)),
    excludeTools: frozen(new Set(options.excludeTools)),
    limits: toLimits(taskMessageLimit, options.limits),
    budgets: Object.freeze({ ...options.budgets }),
    prices: Object.freeze({ ...options.prices }),
  });
}

function toMember(member: Agent, swarm: string): Agent {
  const { commTargets, actions, excludeTools } = member;
  return agent({
    ...member,
    commTargets: frozen(new Set((commTargets ?? []).map((target) => toLocal(target, swarm)))),
    actions: frozen(new Set(actions)),
    excludeTools: frozen(new Set(excludeTools)),
  });
}

/** `weather@here` is `weather`: a swarm does not send itself mail through the network. */
function toLocal(target: string, swarm: string): string {
  try {
    return formatAgentAddress(parseAgentAddress(target), swarm);
  } catch {
    return target;
  }
}

function toLimits(taskMessageLimit: number | undefined, limits: RunLimits | undefined): RunLimits {
  // One that is undefined would take the place of the default.
  return Object.freeze(defined({ messages: taskMessageLimit, ...defined(limits ?? {}) }));
}

function frozen<Item>(items: Iterable<Item> | undefined): Item[] {
  return Object.freeze([...(items ?? [])]) as Item[];
}

import { type AgentAddress, EVERYONE, isAgentName, parseAgentAddress } from '@posthouse/protocol';
import type { Agent } from './agent.ts';
import { didYouMean } from './closest-name.ts';
import type { SwarmDefinition } from './swarm-definition.ts';
import type { SwarmProblem } from './swarm-problem.ts';

/** What is wrong with the agents of a swarm, each by itself and among each other. */
export function findAgentProblems(definition: SwarmDefinition): SwarmProblem[] {
  const { agents } = definition;
  if (agents.length === 0) return [{ path: 'agents', message: 'a swarm needs at least one agent' }];
  const problems = agents.flatMap((agent, index) => [
    ...findNameProblems(agent, index, agents),
    ...findModelProblems(agent, index),
    ...findTargetProblems(agent, index, definition),
    ...findCompactionProblems(agent).map(({ path, message }) => ({ path: `agents.${index}.${path}`, message })),
  ]);
  return [...problems, ...findEntrypointProblems(definition), ...findCompletionProblems(definition)];
}

function findNameProblems({ name }: Agent, index: number, agents: readonly Agent[]): SwarmProblem[] {
  const path = `agents.${index}.name`;
  if (typeof name !== 'string' || name === '') return [{ path, message: 'an agent needs a name' }];
  if (name === EVERYONE) return [{ path, message: `no agent may be called '${EVERYONE}', the address of everyone` }];
  if (!isAgentName(name)) {
    return [
      { path, message: `'${name}' cannot be addressed: a name must not contain '@', or begin or end with a space` },
    ];
  }
  const isRepeated = agents.findIndex((other) => other.name === name) < index;
  return isRepeated ? [{ path, message: `there is another agent called '${name}'` }] : [];
}

function findModelProblems({ name, model, run }: Agent, index: number): SwarmProblem[] {
  if ((model === undefined) !== (run === undefined)) return [];
  const path = `agents.${index}`;
  return model === undefined
    ? [{ path, message: `agent '${name}' needs a model, or a function to run instead of one` }]
    : [{ path, message: `agent '${name}' has both a model and a function to run; it can have only one of them` }];
}

function findTargetProblems(agent: Agent, index: number, definition: SwarmDefinition): SwarmProblem[] {
  const path = `agents.${index}.commTargets`;
  if (agent.commTargets.length === 0 && !(agent.enableEntrypoint && agent.canCompleteTasks)) {
    const message = `agent '${agent.name}' may write to nobody, so it must be an entrypoint that may complete tasks`;
    return [{ path, message }];
  }
  return agent.commTargets.flatMap((target, position) => {
    const message = findTargetProblem(agent, target, definition);
    return message === undefined ? [] : [{ path: `${path}.${position}`, message }];
  });
}

function findTargetProblem(agent: Agent, target: string, definition: SwarmDefinition): string | undefined {
  const address = addressOf(target);
  if (address === undefined) return `'${target}' is not an address: write 'name' or 'name@swarm'`;
  if (address.swarm !== undefined && address.swarm !== definition.name) {
    return definition.enableInterswarm
      ? undefined
      : `'${target}' is in another swarm, but interswarm mail is not enabled for this one`;
  }
  const names = definition.agents.map((other) => other.name);
  return names.includes(address.name)
    ? undefined
    : `agent '${agent.name}' may write to '${target}', but there is no such agent.${didYouMean(address.name, names)}`;
}

function addressOf(target: string): AgentAddress | undefined {
  try {
    return parseAgentAddress(target);
  } catch {
    return undefined;
  }
}

function findEntrypointProblems({ agents, entrypoint }: SwarmDefinition): SwarmProblem[] {
  const index = agents.findIndex((agent) => agent.name === entrypoint);
  if (index < 0) {
    const names = agents.map((agent) => agent.name);
    const wanted = typeof entrypoint === 'string' && entrypoint !== '';
    const message = wanted
      ? `there is no agent '${entrypoint}'.${didYouMean(entrypoint, names)}`
      : 'a swarm needs an entrypoint: the name of the agent that users write to';
    return [{ path: 'entrypoint', message }];
  }
  if (agents[index]!.enableEntrypoint) return [];
  return [{ path: `agents.${index}.enableEntrypoint`, message: `must be true: '${entrypoint}' is the entrypoint` }];
}

function findCompletionProblems({ agents, excludeTools }: SwarmDefinition): SwarmProblem[] {
  const completing = agents.filter((agent) => agent.canCompleteTasks);
  if (completing.length === 0)
    return [{ path: 'agents', message: 'at least one agent must be allowed to complete tasks' }];
  const excluded = completing.every((agent) => [...excludeTools, ...agent.excludeTools].includes('task_complete'));
  if (!excluded) return [];
  return [
    { path: 'excludeTools', message: "no agent could ever complete a task: 'task_complete' is excluded for all" },
  ];
}

/** What is wrong with the numbers of an agent's compaction: where, and a sentence that helps. */
function findCompactionProblems({ compaction, contextWindow }: Agent): { path: string; message: string }[] {
  const numbers: [string, number | undefined, string][] = [
    ['compaction.maxTokens', compaction?.maxTokens, 'a number of tokens above zero'],
    ['compaction.keepTurns', compaction?.keepTurns, 'a whole number of turns, at least one'],
    ['contextWindow', contextWindow, 'a number of tokens above zero'],
  ];
  return numbers
    .filter(([path, value]) => value !== undefined && !isUsable(path, value))
    .map(([path, value, wanted]) => ({ path, message: `must be ${wanted}, not ${String(value)}` }));
}

function isUsable(path: string, value: number): boolean {
  return typeof value === 'number' && value > 0 && (path !== 'compaction.keepTurns' || Number.isInteger(value));
}

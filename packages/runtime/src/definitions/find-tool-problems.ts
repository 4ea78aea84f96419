import { findParametersProblem } from './action-parameters.ts';
import type { AnyAction } from './action.ts';
import { didYouMean } from './closest-name.ts';
import { isMailToolName, MAIL_TOOL_NAMES } from './mail-tool-names.ts';
import type { SwarmDefinition } from './swarm-definition.ts';
import type { SwarmProblem } from './swarm-problem.ts';

// What the model providers accept as the name of a tool.
const TOOL_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/** What is wrong with the actions of a swarm and with the lists that name tools. */
export function findToolProblems(definition: SwarmDefinition): SwarmProblem[] {
  const places = placesOf(definition);
  const actions = new Set(places.map(({ action }) => action.name));
  return [
    ...findActionProblems(places),
    ...findProviderToolProblems(definition),
    ...findListProblems(definition, actions),
  ];
}

type Place = { path: string; action: AnyAction };

function placesOf({ actions, agents }: SwarmDefinition): Place[] {
  return [
    ...actions.map((action, index) => ({ path: `actions.${index}`, action })),
    ...agents.flatMap((agent, agentIndex) =>
      agent.actions.map((action, index) => ({ path: `agents.${agentIndex}.actions.${index}`, action })),
    ),
  ];
}

function findActionProblems(places: readonly Place[]): SwarmProblem[] {
  const judged = new Set<AnyAction>();
  const names = new Set<string>();
  return places.flatMap(({ path, action }) => {
    if (judged.has(action)) return [];
    const isRepeated = names.has(action.name);
    judged.add(action);
    names.add(action.name);
    const messages = [
      isRepeated ? `there is another action called '${action.name}', which is not the same object` : undefined,
      findNameProblem(action.name),
      findParametersProblem(action),
    ];
    return messages.filter((message) => message !== undefined).map((message) => ({ path, message }));
  });
}

function findNameProblem(name: string): string | undefined {
  if (isMailToolName(name)) return `'${name}' is a MAIL tool; an action needs a name of its own`;
  return TOOL_NAME.test(name)
    ? undefined
    : `'${name}' cannot be the name of an action: use 1 to 64 letters, digits, '_' and '-'`;
}

function findProviderToolProblems({ agents }: SwarmDefinition): SwarmProblem[] {
  return agents.flatMap((agent, index) => {
    const taken = new Set<string>([...MAIL_TOOL_NAMES, ...agent.actions.map((action) => action.name)]);
    return Object.keys(agent.providerTools ?? {})
      .filter((name) => taken.has(name))
      .map((name) => ({
        path: `agents.${index}.providerTools.${name}`,
        message: `agent '${agent.name}' has another tool called '${name}'`,
      }));
  });
}

function findListProblems(definition: SwarmDefinition, actions: ReadonlySet<string>): SwarmProblem[] {
  const tools = new Set([...MAIL_TOOL_NAMES, ...actions]);
  const { agents, approvalTools, breakpointTools, excludeTools } = definition;
  return [
    ...findUnknown('breakpointTools', breakpointTools, tools, 'tool or action'),
    ...findUnknown('approvalTools', approvalTools, actions, 'action'),
    ...findUnknown('excludeTools', excludeTools, tools, 'tool or action'),
    ...agents.flatMap((agent, index) =>
      findUnknown(`agents.${index}.excludeTools`, agent.excludeTools, tools, 'tool or action'),
    ),
    ...findContradictions(breakpointTools, approvalTools),
  ];
}

function findUnknown(path: string, names: readonly string[], known: ReadonlySet<string>, what: string): SwarmProblem[] {
  return names.flatMap((name, index) => {
    if (known.has(name)) return [];
    const reason = isMailToolName(name)
      ? `'${name}' is a MAIL tool; only actions can wait for approval`
      : `there is no ${what} '${name}'.${didYouMean(name, known)}`;
    return [{ path: `${path}.${index}`, message: reason }];
  });
}

/** A breakpoint takes its result from outside, an approval runs the action here: a call cannot do both. */
function findContradictions(breakpoints: readonly string[], approvals: readonly string[]): SwarmProblem[] {
  return approvals.flatMap((name, index) =>
    breakpoints.includes(name)
      ? [
          {
            path: `approvalTools.${index}`,
            message: `'${name}' is a breakpoint, which its caller answers; there is nothing to approve here`,
          },
        ]
      : [],
  );
}

import type { CallKind, JSONSchema, ToolSpec } from '@posthouse/protocol';
import { toInputSchema } from '../definitions/action-parameters.ts';
import type { AnyAction } from '../definitions/action.ts';
import type { Agent } from '../definitions/agent.ts';
import { MAIL_TOOL_NAMES } from '../definitions/mail-tool-names.ts';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { toMailToolSpecs } from './mail-tool-specs.ts';

/** The tools of one agent in one run: what is offered to its model is exactly what it may call. */
export type ToolSet = {
  specs: ToolSpec[];
  offered: ReadonlySet<string>;
  actions: ReadonlyMap<string, AnyAction>;
  /** Tools whose result comes from outside: breakpoints of the swarm and tools of the caller. */
  breakpoints: ReadonlySet<string>;
  approvals: ReadonlySet<string>;
};

/** What a run brings along: tools and a format of the caller, and the agent that was addressed directly. */
export type RunTools = {
  tools?: ToolSpec[];
  responseFormat?: JSONSchema;
  entrypoint?: string;
  direct?: string;
  /** Set when another swarm asked for the run. */
  caller?: object;
};

/** `discover` finds other swarms: it is there where mail can leave for them. */
export function toToolSet(
  definition: SwarmDefinition,
  agent: Agent,
  run: RunTools = {},
  discover?: AnyAction,
): ToolSet {
  const excluded = new Set([...definition.excludeTools, ...agent.excludeTools]);
  const mail = toMailToolSpecs(
    { ...agent, canCompleteTasks: mayComplete(agent, run) },
    {
      responseFormat: run.responseFormat,
      ...(discover === undefined || !definition.enableInterswarm ? {} : { discover: toActionSpec(discover) }),
      hearsOtherSwarms: run.caller !== undefined && agent.enableEntrypoint,
    },
  );
  const callerTools = agent.name === (run.entrypoint ?? definition.entrypoint) ? (run.tools ?? []) : [];
  const own = [...mail.everyone, ...agent.actions.map(toActionSpec)].filter((tool) => !excluded.has(tool.name));
  const specs = [...own, ...callerTools, ...mail.supervisor.filter((tool) => !excluded.has(tool.name))];
  const offered = new Set(specs.map((tool) => tool.name));
  const actions = [...agent.actions, ...(discover === undefined ? [] : [discover])];
  return {
    specs,
    offered,
    actions: new Map(actions.filter((action) => offered.has(action.name)).map((action) => [action.name, action])),
    breakpoints: new Set([...definition.breakpointTools, ...callerTools.map((tool) => tool.name)]),
    approvals: new Set(definition.approvalTools),
  };
}

/** An agent that was addressed directly answers for itself. */
export function mayComplete(agent: Agent, run: Pick<RunTools, 'direct'>): boolean {
  return agent.canCompleteTasks || run.direct === agent.name;
}

function toActionSpec(action: AnyAction): ToolSpec {
  return { name: action.name, description: action.description, parameters: toInputSchema(action) };
}

const mailTools: ReadonlySet<string> = new Set(MAIL_TOOL_NAMES);

export function toCallKind(tools: ToolSet, name: string): CallKind {
  if (tools.breakpoints.has(name) && tools.offered.has(name)) return 'breakpoint';
  return mailTools.has(name) && !tools.actions.has(name) ? 'mail' : 'action';
}

import { invalidInput, type JSONSchema, messageOf, PosthouseError, type ToolSpec } from '@posthouse/protocol';
import { closestName } from '../definitions/closest-name.ts';
import { toValidator } from '../definitions/json-schema-validator.ts';
import { MAIL_TOOL_NAMES } from '../definitions/mail-tool-names.ts';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';

/** The agent that a message from outside goes to, if it may. */
export function findEntrypoint(
  definition: SwarmDefinition,
  { entrypoint, bypassSupervisor = false }: { entrypoint?: string; bypassSupervisor?: boolean },
): string {
  const name = entrypoint ?? definition.entrypoint;
  const agent = definition.agents.find((each) => each.name === name);
  if (agent === undefined) {
    const suggestion = closestName(
      name,
      definition.agents.map((each) => each.name),
    );
    throw new PosthouseError({
      code: 'agent_not_found',
      message: `swarm '${definition.name}' has no agent '${name}'${suggestion === undefined ? '' : `; did you mean '${suggestion}'?`}`,
    });
  }
  if (agent.enableEntrypoint || (bypassSupervisor && agent.direct)) return name;
  throw invalidInput(
    `agent '${name}' takes no messages from outside; mark it as an entrypoint, or as direct and bypass the supervisor`,
  );
}

/**
 * The tools that a caller brings along. A breakpoint of the swarm is already there: by declaring it the caller only says
 * that it knows how to answer.
 */
export function toCallerTools(definition: SwarmDefinition, tools: ToolSpec[] | undefined): ToolSpec[] | undefined {
  const brought = tools?.filter((tool) => !definition.breakpointTools.includes(tool.name));
  return brought?.length === 0 ? undefined : brought;
}

/** The format of the answer must be one that answers can be checked against. */
export function refuseBadFormat(format: JSONSchema | undefined): void {
  if (format === undefined) return;
  try {
    toValidator(format);
  } catch (cause) {
    throw invalidInput(`the response format is not a JSON Schema: ${messageOf(cause)}`, { cause });
  }
}

/** Tools of the caller must not stand in for tools that the agent has already. */
export function refuseTakenNames(definition: SwarmDefinition, entrypoint: string, tools: readonly ToolSpec[]): void {
  const agent = definition.agents.find((each) => each.name === entrypoint)!;
  const taken = new Set<string>([...MAIL_TOOL_NAMES, ...agent.actions.map((action) => action.name)]);
  const names = tools.map((tool) => tool.name);
  const clash = names.find((name, index) => taken.has(name) || names.indexOf(name) !== index);
  if (clash === undefined) return;
  throw new PosthouseError({
    code: 'tool_name_taken',
    message: `the tool name '${clash}' is taken; agent '${entrypoint}' has a tool of that name`,
  });
}

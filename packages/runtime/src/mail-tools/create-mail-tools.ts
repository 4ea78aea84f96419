import type { JSONObject, ToolSpec } from '@posthouse/protocol';
import { toDiscoverAction } from '../federation/discover-action.ts';
import type { Peers } from '../federation/peers.ts';
import { toMailToolSpecs } from '../tools/mail-tool-specs.ts';

/** Which tools, and in whose words: those of OpenAI's Chat Completions or of its Responses. */
export type MailToolsOptions = {
  /** Whether targets may be agents of other swarms. */
  enableInterswarm?: boolean;
  excludeTools?: readonly string[];
  style?: 'completions' | 'responses';
};

/**
 * The tools that MAIL gives every agent, for programs that call a model themselves.
 *
 * @example const tools = createMailTools(['math'], { style: 'completions' });
 */
export function createMailTools(targets: readonly string[], options: MailToolsOptions = {}): JSONObject[] {
  const { everyone } = toSpecs(targets, { ...options, canCompleteTasks: false });
  return everyone.filter(isWanted(options)).map(toStyle(options));
}

/**
 * The tools that MAIL gives a supervisor in addition.
 *
 * @example const tools = [...createMailTools(targets), ...createSupervisorTools(targets)];
 */
export function createSupervisorTools(
  targets: readonly string[],
  { canCompleteTasks = true, ...options }: MailToolsOptions & { canCompleteTasks?: boolean } = {},
): JSONObject[] {
  const { supervisor } = toSpecs(targets, { ...options, canCompleteTasks: true });
  const offered = supervisor.filter(({ name }) => canCompleteTasks || name !== 'task_complete');
  return offered.filter(isWanted(options)).map(toStyle(options));
}

function toSpecs(
  targets: readonly string[],
  { enableInterswarm = false, canCompleteTasks }: MailToolsOptions & { canCompleteTasks: boolean },
) {
  // Only described here; whoever runs the agent runs the tool.
  const { name, description, parameters } = toDiscoverAction(undefined as never as Peers);
  const discover: ToolSpec = { name, description, parameters: parameters as JSONObject };
  return toMailToolSpecs(
    { commTargets: [...targets], enableInterswarm, canCompleteTasks },
    enableInterswarm ? { discover } : {},
  );
}

function isWanted({ excludeTools = [] }: MailToolsOptions): (tool: ToolSpec) => boolean {
  return ({ name }) => !excludeTools.includes(name);
}

function toStyle({ style = 'responses' }: MailToolsOptions): (tool: ToolSpec) => JSONObject {
  return ({ name, description = '', parameters }): JSONObject => {
    if (style === 'responses') return { type: 'function', name, description, parameters, strict: true };
    return { type: 'function', function: { name, strict: true, parameters, description } };
  };
}

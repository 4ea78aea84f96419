import type { JSONObject } from '@posthouse/protocol';
import { didYouMean } from '../definitions/closest-name.ts';
import type { SwarmProblem } from '../definitions/swarm-problem.ts';
import { agentParamsSchema } from './agent-params-schema.ts';
import { join } from './check-candidate.ts';
import type { BuiltInFactory } from './reference-names.ts';
import type { AgentJSON } from './swarms-schema.ts';

/** Settings of the reference that change nothing here, and need no mention. */
const WITHOUT_EFFECT = new Set(['memory', 'stream_tokens', 'print_llm_streams']);

/** Settings that somebody may rely on and that we do not follow. */
const NOT_FOLLOWED: Readonly<Record<string, string>> = {
  user_token: 'tokens do not belong in a file; the token of the caller is used',
  _debug_include_mail_tools: 'the tools of an agent follow from its flags and from exclude_tools',
};

/** What is odd about the settings of an agent that a built-in factory makes. */
export function findParamsWarnings(
  candidate: AgentJSON,
  params: JSONObject,
  path: string,
  factory: BuiltInFactory | undefined,
): SwarmProblem[] {
  const known = Object.keys(agentParamsSchema.shape);
  const unknown = Object.keys(params).filter((key) => !known.includes(key) && !WITHOUT_EFFECT.has(key));
  return [
    ...unknown.map((key) => ({ path: join(path, 'agent_params', key), message: toMessage(key, known) })),
    ...findContradictions(candidate, params, path),
    ...findRoleWarnings(candidate, path, factory),
  ];
}

function toMessage(key: string, known: readonly string[]): string {
  if (Object.hasOwn(NOT_FOLLOWED, key)) return `has no effect: ${NOT_FOLLOWED[key]}`;
  return `the setting '${key}' is not known and has no effect.${didYouMean(key, known)}`;
}

function findContradictions(candidate: AgentJSON, params: JSONObject, path: string): SwarmProblem[] {
  const warnings: SwarmProblem[] = [];
  const inner = params.tool_format;
  if (candidate.tool_format !== undefined && typeof inner === 'string' && inner !== candidate.tool_format) {
    const message = `has no effect: the agent's own tool_format is '${candidate.tool_format}'`;
    warnings.push({ path: join(path, 'agent_params.tool_format'), message });
  }
  if (typeof params.llm === 'string' && typeof params.model === 'string' && params.llm !== params.model) {
    warnings.push({ path: join(path, 'agent_params.model'), message: 'has no effect: llm is given too' });
  }
  return warnings;
}

/** In the reference the factory decides about tools, here the flags do: a file that relies on the first is told. */
function findRoleWarnings(candidate: AgentJSON, path: string, factory: BuiltInFactory | undefined): SwarmProblem[] {
  if (factory?.role === 'supervisor' && candidate.can_complete_tasks !== true) {
    const message = `agent '${candidate.name}' has a supervisor's factory, but only can_complete_tasks lets it complete`;
    return [{ path: join(path, 'can_complete_tasks'), message }];
  }
  if (factory?.role === 'action' && (candidate.actions ?? []).length === 0) {
    return [
      { path: join(path, 'actions'), message: `agent '${candidate.name}' is made for actions, but it lists none` },
    ];
  }
  return [];
}

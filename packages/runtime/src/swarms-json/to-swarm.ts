import type { AnyAction } from '../definitions/action.ts';
import type { Agent } from '../definitions/agent.ts';
import { checkSwarm } from '../definitions/define-swarm.ts';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import { join } from './check-candidate.ts';
import type { LoadOptions } from './load-options.ts';
import type { LoadReport } from './load-report.ts';
import type { Resolve } from './resolve-reference.ts';
import type { SwarmJSON } from './swarms-schema.ts';
import { toActions } from './to-actions.ts';
import { toAgent } from './to-agent.ts';
import { toSwarmOptions } from './to-swarm-options.ts';

/** One swarm of the file, with its references resolved; undefined when the report says why not. */
export async function toSwarm(
  candidate: SwarmJSON,
  path: string,
  options: LoadOptions,
  resolve: Resolve,
  report: LoadReport,
): Promise<SwarmDefinition | undefined> {
  const places = await toActions(candidate, path, resolve, report, options.trusted !== false);
  const actions = byName([...places.keys(), ...(options.actions ?? [])]);
  const agents: Agent[] = [];
  for (const [index, described] of candidate.agents.entries()) {
    agents.push(await toAgent(described, join(path, 'agents', index), { actions, resolve, report }));
  }
  const named = namedTools(candidate, agents).flatMap((name) => actions.get(name) ?? []);
  const { definition, problems } = checkSwarm(toSwarmOptions(candidate, agents, [...places.keys(), ...named]));
  report.problems.push(
    ...problems.map((problem) => ({ ...problem, path: toPlace(problem.path, path, definition, places) })),
  );
  return problems.length === 0 ? definition : undefined;
}

/** What the file itself defines comes first. */
function byName(actions: readonly AnyAction[]): ReadonlyMap<string, AnyAction> {
  return new Map(actions.toReversed().map((action) => [action.name, action]));
}

/** Actions from outside of the file take part in a swarm as soon as anything in it names them. */
function namedTools(candidate: SwarmJSON, agents: readonly Agent[]): string[] {
  const {
    breakpoint_tools: breakpoints = [],
    approval_tools: approvals = [],
    exclude_tools: excluded = [],
  } = candidate;
  return [...breakpoints, ...approvals, ...excluded, ...agents.flatMap((agent) => agent.excludeTools)];
}

/** Where in the file a problem of the definition is. */
function toPlace(
  problemPath: string,
  path: string,
  definition: SwarmDefinition,
  places: ReadonlyMap<AnyAction, string>,
): string {
  const index = /^actions\.(\d+)$/.exec(problemPath)?.[1];
  const action = index === undefined ? undefined : definition.actions[Number(index)];
  const place = action === undefined ? undefined : places.get(action);
  return (
    place ??
    join(
      path,
      problemPath.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    )
  );
}

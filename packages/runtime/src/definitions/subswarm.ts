import { agent } from './agent.ts';
import { defineSwarm } from './define-swarm.ts';
import { findAgent } from './find-agent.ts';
import { isMailToolName } from './mail-tool-names.ts';
import type { SwarmDefinition } from './swarm-definition.ts';

export type SubswarmOptions = {
  /** Ends the new name: `<name>-<suffix>`. */
  suffix?: string;
  /** Becomes an entrypoint if it was none; without it, the old one or the first agent that may be one. */
  entrypoint?: string;
};

/**
 * A swarm of some of the agents, which write to each other and to other swarms as before. Tools of the other agents
 * are no longer named. Throws if a name is unknown or the rest does not make a swarm.
 *
 * @example subswarm(definition, ['supervisor', 'math'], { suffix: 'sums' }).name // 'example-sums'
 */
export function subswarm(
  definition: SwarmDefinition,
  names: readonly string[],
  { suffix = 'subswarm', entrypoint }: SubswarmOptions = {},
): SwarmDefinition {
  const kept = new Set(names.map((name) => findAgent(definition, name).name));
  const chosen = entrypoint === undefined ? undefined : findAgent(definition, entrypoint).name;
  const agents = definition.agents
    .filter((member) => kept.has(member.name))
    .map((member) =>
      agent({
        ...member,
        commTargets: member.commTargets.filter((target) => target.includes('@') || kept.has(target)),
        enableEntrypoint: member.enableEntrypoint || member.name === chosen,
      }),
    );
  const actions = new Set(
    [...definition.actions, ...agents.flatMap((member) => member.actions)].map(({ name }) => name),
  );
  const known = (tool: string): boolean => isMailToolName(tool) || actions.has(tool);
  const first = agents.find((member) => member.enableEntrypoint)?.name;
  return defineSwarm({
    ...definition,
    name: `${definition.name}-${suffix}`,
    agents: agents.map((member) => agent({ ...member, excludeTools: member.excludeTools.filter(known) })),
    entrypoint: chosen ?? (kept.has(definition.entrypoint) ? definition.entrypoint : (first ?? definition.entrypoint)),
    breakpointTools: definition.breakpointTools.filter(known),
    approvalTools: definition.approvalTools.filter(known),
    excludeTools: definition.excludeTools.filter(known),
  });
}

import { parseAgentAddress } from '@posthouse/protocol';
import type { Agent } from './agent.ts';
import { findAgent } from './find-agent.ts';
import type { SwarmDefinition } from './swarm-definition.ts';

/**
 * Tells an agent whom it may write to and what they can do, as a section for its system prompt. Empty when it may write to
 * nobody.
 *
 * @example describePeers(definition, 'supervisor') // '## Agents you can write to\n\n- math: …'
 */
export function describePeers(definition: SwarmDefinition, agentName: string): string {
  const targets = findAgent(definition, agentName).commTargets;
  if (targets.length === 0) return '';
  return ['## Agents you can write to', '', ...targets.map((target) => describeTarget(definition, target))].join('\n');
}

/**
 * An agent's whole system prompt: its own text with `{swarm}` replaced by the swarm's name, and its peers.
 *
 * @example toSystemPrompt(definition, 'math') // "You are math@sums. …\n\n## Agents you can write to\n\n- supervisor…"
 */
export function toSystemPrompt(definition: SwarmDefinition, agentName: string): string {
  const own = findAgent(definition, agentName).system.replaceAll('{swarm}', () => definition.name);
  return [own, describePeers(definition, agentName)].filter((text) => text !== '').join('\n\n');
}

function describeTarget(definition: SwarmDefinition, target: string): string {
  const { swarm } = parseAgentAddress(target);
  if (swarm !== undefined) return `- ${target}: an agent of the swarm '${swarm}'.`;
  const peer = findAgent(definition, target);
  const lines = [
    `- ${peer.name}${peer.description === undefined ? '' : `: ${oneLine(peer.description)}`}`,
    ...describeTools(peer, definition),
    mayComplete(peer, definition) ? '  May complete the task.' : '  May not complete the task.',
  ];
  return lines.join('\n');
}

/** Only what the peer is really offered: a tool that is excluded would be promised in vain. */
function describeTools(peer: Agent, definition: SwarmDefinition): string[] {
  const actions = peer.actions.filter(({ name }) => !isExcluded(name, peer, definition));
  const builtIn = Object.keys(peer.providerTools ?? {}).filter((name) => !isExcluded(name, peer, definition));
  if (actions.length + builtIn.length === 0) return ['  Has no actions.'];
  return [
    '  Actions:',
    ...actions.map(({ name, description }) => `  - ${name}: ${oneLine(description)}`),
    ...builtIn.map((name) => `  - ${name}: built into its model`),
  ];
}

function mayComplete(peer: Agent, definition: SwarmDefinition): boolean {
  return peer.canCompleteTasks && !isExcluded('task_complete', peer, definition);
}

function isExcluded(tool: string, peer: Agent, definition: SwarmDefinition): boolean {
  return definition.excludeTools.includes(tool) || peer.excludeTools.includes(tool);
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

import { EVERYONE, PosthouseError, swarmOf } from '@posthouse/protocol';
import type { Agent } from '../definitions/agent.ts';
import type { SwarmDefinition } from '../definitions/swarm-definition.ts';
import type { RunLedger } from '../task/run-ledger.ts';
import { noteOf } from '../task/letters/letter-note.ts';
import type { Arrival } from './read-letter.ts';

/**
 * The agents that a letter of a peer reaches: those that take mail from outside, those that its registration names, and
 * whoever has asked that swarm something.
 */
export function findRecipients(
  arrival: Arrival,
  { agents }: SwarmDefinition,
  ledger: RunLedger,
  entrypoint: string,
): string[] {
  const { from, names, message } = arrival;
  const askers = new Set(
    ledger.requests.open().flatMap(({ from: asker, to }) => (swarmOf(to) === from.swarm ? [asker] : [])),
  );
  const reaches = (agent: Agent) => isReachable(agent, from.agents) || askers.has(agent.name);
  const found = names.flatMap((name) => {
    if (name === EVERYONE) return agents.filter(reaches).map((agent) => agent.name);
    const agent = agents.find((each) => each.name === name);
    if (agent !== undefined && reaches(agent)) return [name];
    // Servers of others address the end of their run to whatever their own entrypoint is called.
    if (noteOf(message).ended !== undefined) return [[...askers].at(-1) ?? entrypoint];
    throw agent === undefined ? unknown(name) : unreachable(name, from.swarm);
  });
  if (found.length === 0) throw unreachable(EVERYONE, from.swarm);
  return [...new Set(found)];
}

function isReachable(agent: Agent, beyond: Arrival['from']['agents']): boolean {
  if (agent.enableInterswarm || agent.enableEntrypoint || beyond === 'all') return true;
  return beyond?.includes(agent.name) === true;
}

function unknown(name: string): PosthouseError {
  return new PosthouseError({ code: 'agent_not_found', message: `unknown local agent: '${name}'` });
}

function unreachable(name: string, swarm: string): PosthouseError {
  return new PosthouseError({ code: 'sender_refused', message: `agent '${name}' takes no mail from swarm '${swarm}'` });
}

import { createHash } from 'node:crypto';

/** An agent and one of its turns. */
export type Place = { agent: string; turn: number };

/** More turns than a task ever has. */
const TURNS_PER_BLOCK = 2 ** 20;
const known = new Map<string, number>();
const MAX_KNOWN = 1_000;

/** An agent of a peer, as it is called here. What is further away has its swarm in its name already. */
export function toRemoteAgent(peer: string, agent: string): string {
  return agent.includes('@') ? agent : `${agent}@${peer}`;
}

/**
 * A turn of a peer, as it is called here. Each instance of a swarm counts its own turns, and several of them may work on
 * one task for different others: what comes from further away gets numbers that depend on the way it has come.
 */
export function toRemotePlace(peer: string, { agent, turn }: Place): Place {
  const isOwn = !agent.includes('@');
  return {
    agent: toRemoteAgent(peer, agent),
    turn: isOwn ? turn : (turn % TURNS_PER_BLOCK) + (1 + hash(`${peer}/${blockOf(turn)}`)) * TURNS_PER_BLOCK,
  };
}

/** Turns of one agent with the same block were counted by the same instance. */
export function blockOf(turn: number): number {
  return Math.floor(turn / TURNS_PER_BLOCK);
}

function hash(way: string): number {
  const found = known.get(way);
  if (found !== undefined) return found;
  const value = createHash('sha256').update(way).digest().readUIntBE(0, 3);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(way, value);
  return value;
}

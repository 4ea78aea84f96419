import type { NewEntry } from '@posthouse/protocol';

/** Live text that ends: all of it, that of the agent's turns up to one, or that of a turn's attempts up to one. */
export type EndedText = { agent?: string; turn?: number; attempt?: number };

/**
 * The live text that ends with an entry of the log. What an agent of this swarm has written ends with its turn; what was
 * written elsewhere has no turn here, and ends when the log tells all of it.
 */
export function endedTextOf(entry: NewEntry): EndedText | undefined {
  if (entry.type === 'run-ended') return {};
  const { agent, turn } = entry;
  if (agent === undefined || turn === undefined) return undefined;
  const fact = entry.type === 'remote' ? entry.fact : entry;
  const isOver = fact.type === 'text-abandoned' || (entry.type === 'remote' && fact.type === 'text-written');
  return isOver ? { agent, turn, attempt: fact.attempt } : undefined;
}

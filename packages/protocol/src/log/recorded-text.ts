import type { NewEntry } from './log-entry.ts';

/** Live text of a turn up to one of its attempts. */
export type RecordedText = { agent: string; turn: number; attempt: number };

/**
 * The live text that an entry contains in full or retracts, here or in another swarm. Other entries of a turn, such
 * as the beginning of one of its parts, say nothing about its text.
 */
export function recordedTextOf(entry: NewEntry): RecordedText | undefined {
  const { agent, turn } = entry;
  const fact = entry.type === 'remote' ? entry.fact : entry;
  if (agent === undefined || turn === undefined) return undefined;
  if (fact.type !== 'text-written' && fact.type !== 'text-abandoned') return undefined;
  return { agent, turn, attempt: fact.attempt };
}

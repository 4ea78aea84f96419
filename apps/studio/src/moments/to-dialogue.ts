import type { LogEntry } from '@posthouse/protocol';
import { mailOf, YOU } from './mail-of.ts';

/** What the owner of a task said and was told. */
export type Said = { seq: number; who: 'you' | 'swarm'; text: string; outcome?: string };

/** The conversation that a task is to its owner, up to a moment. */
export function toDialogue(entries: readonly LogEntry[], seq: number): Said[] {
  const said: Said[] = [];
  for (const entry of entries) {
    if (entry.seq > seq) break;
    const mail = mailOf(entry);
    if (mail?.from === YOU) said.push({ seq: entry.seq, who: 'you', text: mail.body });
    if (entry.type === 'run-ended')
      said.push({ seq: entry.seq, who: 'swarm', text: entry.text, outcome: entry.outcome });
  }
  return said;
}

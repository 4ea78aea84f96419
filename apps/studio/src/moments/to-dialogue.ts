import { mailOf, YOU } from './mail-of.ts';
import type { TaskTape } from './task-tape.ts';

/** What the owner of a task said and was told. */
export type Said = { seq: number; who: 'you' | 'swarm'; text: string; outcome?: string };

/** The conversation that a task is to its owner, up to a moment. */
export function toDialogue(tape: TaskTape, seq: number): Said[] {
  const said: Said[] = [];
  for (const entry of tape.entries) {
    if (entry.seq > seq) break;
    const mail = mailOf(entry);
    if (mail?.from === YOU) said.push({ seq: entry.seq, who: 'you', text: mail.body });
    if (entry.type !== 'run-ended') continue;
    const { outcome } = entry;
    // What there was of an answer that somebody stopped was seen, and its agents know it.
    const begun = outcome === 'cancelled' ? tape.at(entry.seq).answer.said : undefined;
    said.push({ seq: entry.seq, who: 'swarm', text: begun ?? entry.text, outcome });
  }
  return said;
}

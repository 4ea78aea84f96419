import type { Travelling } from '../moments/mail-of.ts';

/** Something that was said, with everybody who hears it. */
export type Heard = { seq: number; from: string; to: string[]; body: string };

/** Mail to several agents is one saying: the same words of the same speaker, one right after the other. */
export function toHeard(mails: readonly Travelling[]): Heard[] {
  const heard: Heard[] = [];
  for (const { seq, from, to, body } of mails) {
    const last = heard.at(-1);
    if (last !== undefined && last.from === from && last.body === body && !last.to.includes(to)) last.to.push(to);
    else heard.push({ seq, from, to: [to], body });
  }
  return heard;
}

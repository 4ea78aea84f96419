import { toFingerprint } from './to-fingerprint.ts';

/**
 * Part of a conversation as the body of one message: what the user said last is the message, whatever came before stands
 * ahead of it, and the instructions first of all. Turns without text are left out.
 *
 * Everything ahead of the message ends at a boundary that does not occur in it. So nothing that was quoted in an answer, such
 * as a page of the web, can pass for words of the user.
 */
export function toConversationText(instructions: string, turns: readonly { role: string; text: string }[]): string {
  const spoken = turns.filter(({ text }) => text !== '');
  let last = spoken.length;
  while (spoken[last - 1]?.role === 'user') last -= 1;
  const earlier = spoken.slice(0, last);
  const boundary = toBoundary([instructions, ...earlier.map(({ text }) => text)].join('\n'));
  const enclose = (tag: string, text: string) =>
    `<${tag} boundary="${boundary}">\n${text}\n</${tag} boundary="${boundary}">`;
  const sections = spoken.slice(last).map(({ text }) => text);
  if (last > 0) {
    sections.unshift(enclose('conversation', earlier.map(({ role, text }) => enclose(role, text)).join('\n')));
  }
  if (instructions !== '') sections.unshift(enclose('instructions', instructions));
  return sections.join('\n\n');
}

/** A word that follows from a text, so that the same conversation is the same text again, and that does not occur in it. */
function toBoundary(text: string): string {
  for (let attempt = 0; ; attempt += 1) {
    const boundary = toFingerprint(`${attempt}${text}`)!;
    if (!text.includes(boundary)) return boundary;
  }
}

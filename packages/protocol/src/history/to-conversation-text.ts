/**
 * Part of a conversation as the body of one message: what the user said last is the message, whatever came before stands
 * ahead of it, and the instructions first of all. Turns without text are left out.
 */
export function toConversationText(instructions: string, turns: readonly { role: string; text: string }[]): string {
  const spoken = turns.filter(({ text }) => text !== '');
  let last = spoken.length;
  while (spoken[last - 1]?.role === 'user') last -= 1;
  const earlier = spoken.slice(0, last).map(({ role, text }) => `<${role}>\n${text}\n</${role}>`);
  const sections = spoken.slice(last).map(({ text }) => text);
  if (last > 0) sections.unshift(`<conversation>\n${earlier.join('\n')}\n</conversation>`);
  if (instructions !== '') sections.unshift(`<instructions>\n${instructions}\n</instructions>`);
  return sections.join('\n\n');
}

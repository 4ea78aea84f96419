import type { LogEntry } from '@posthouse/protocol';

const LONGEST = 60;

/** What a task is about: the beginning of what its owner wrote first. Undefined when nobody wrote anything. */
export function toTitle(log: readonly LogEntry[]): string | undefined {
  for (const entry of log) {
    if (entry.type !== 'message') continue;
    const { sender, body } = entry.message.message;
    if (sender.addressType !== 'user' && sender.addressType !== 'admin') continue;
    const words = body.trim().replaceAll(/\s+/g, ' ');
    if (words === '') continue;
    const letters = [...words];
    return letters.length <= LONGEST
      ? words
      : `${letters
          .slice(0, LONGEST - 1)
          .join('')
          .trimEnd()}…`;
  }
  return undefined;
}

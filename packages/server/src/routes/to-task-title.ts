import { isUserEntry, type LogEntry, toTitle } from '@posthouse/protocol';

/** What a task is about: the beginning of what its owner wrote first. Undefined when nobody wrote anything. */
export function toTaskTitle(log: readonly LogEntry[]): string | undefined {
  const titles = log.filter(isUserEntry).map(({ message }) => toTitle(message.message.body));
  return titles.find((title) => title !== '');
}

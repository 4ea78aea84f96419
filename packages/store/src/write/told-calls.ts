import type { NewEntry } from '@posthouse/protocol';

/** The agents whose model calls are told of by these entries, and need not be remembered any more. */
export function toldCallsOf(entries: readonly NewEntry[]): string[] {
  return entries.flatMap(({ type, agent }) => (type === 'usage' && agent !== undefined ? [agent] : []));
}

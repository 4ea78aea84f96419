import type { NewEntry } from '@posthouse/protocol';
import type { MeteredCalls } from '../respond/call-meter.ts';

/** What model calls have used up, for the log. */
export function toUsageEntries(
  place: { run: number; agent: string; turn: number },
  metered: readonly MeteredCalls[],
): (NewEntry & { type: 'usage' })[] {
  return metered.map(({ calls, ...usage }) => ({
    ...place,
    type: 'usage',
    ...usage,
    ...(calls === 1 ? {} : { calls }),
  }));
}

import type { NewEntry, Usage } from '@posthouse/protocol';
import type { Spent } from '@posthouse/store';

export const NOTHING_SPENT: Spent = { calls: 0, inputTokens: 0, outputTokens: 0, cost: 0 };

export function addSpent(one: Spent, other: Spent): Spent {
  return {
    calls: one.calls + other.calls,
    inputTokens: one.inputTokens + other.inputTokens,
    outputTokens: one.outputTokens + other.outputTokens,
    cost: one.cost + other.cost,
  };
}

export function toSpent({ usage, calls = 1 }: { usage: Usage; calls?: number | undefined }): Spent {
  const { inputTokens, outputTokens, cost = 0 } = usage;
  return { calls, inputTokens, outputTokens, cost };
}

/** What the entries of a write say was spent here. What another server spent is told as `remote`, and its own business. */
export function spentIn(entries: readonly NewEntry[]): Spent | undefined {
  const told = entries.filter((entry) => entry.type === 'usage');
  return told.length === 0 ? undefined : told.map(toSpent).reduce(addSpent);
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day that was last asked for: it is asked for several times in every model call, and seldom another one. */
let last = { number: Number.NaN, text: '' };

/** A UTC day, as spending is counted. */
export function toDay(now: number): string {
  const number = Math.floor(now / DAY_MS);
  if (number !== last.number) last = { number, text: new Date(now).toISOString().slice(0, 10) };
  return last.text;
}

/** When a day ends and the next one begins, in milliseconds since 1970. */
export function endOfDay(now: number): number {
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS;
}

import type { Instance } from '@posthouse/protocol';
import type { NewSpending } from '../spending.ts';
import { toTextColumn } from '../text-column.ts';

/** A row to add to; `role` and `owner` are empty in that of a whole swarm. */
export type SpendingRow = NewSpending & { swarm: string; role: string; owner: string };

/**
 * The rows that something spent is added to, each of them once, in the order in which everybody locks them.
 */
export function toSpendingRows(all: readonly { owner: Instance; spent: NewSpending }[]): SpendingRow[] {
  const rows = new Map<string, SpendingRow>();
  for (const { owner, spent } of all) {
    const swarm = toTextColumn(owner.swarm);
    for (const [role, id] of [
      [owner.role, toTextColumn(owner.id)],
      ['', ''],
    ] as const) {
      const key = JSON.stringify([spent.day, swarm, role, id, spent.by]);
      const row = rows.get(key);
      rows.set(key, row === undefined ? { ...spent, swarm, role, owner: id } : { ...row, ...plus(row, spent) });
    }
  }
  return [...rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
}

function plus(row: NewSpending, { calls, inputTokens, outputTokens, cost }: NewSpending) {
  return {
    calls: row.calls + calls,
    inputTokens: row.inputTokens + inputTokens,
    outputTokens: row.outputTokens + outputTokens,
    cost: row.cost + cost,
  };
}

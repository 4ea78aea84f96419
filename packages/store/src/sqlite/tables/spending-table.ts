import type { DatabaseSync } from 'node:sqlite';
import type { Instance } from '@posthouse/protocol';
import type { NewSpending, SpendingScope, Spent } from '../../spending.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';
import { toSpendingRows } from '../../write/spending-rows.ts';

const sums = `
  coalesce(sum(calls), 0) AS calls, coalesce(sum(input_tokens), 0) AS inputTokens,
  coalesce(sum(output_tokens), 0) AS outputTokens, coalesce(sum(cost), 0.0) AS cost`;

/** What was spent, by day, swarm, caller and process. */
export function spendingTable(database: DatabaseSync) {
  const upsert = database.prepare(`
    INSERT INTO spending (day, swarm, role, owner, process, calls, input_tokens, output_tokens, cost)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (day, swarm, role, owner, process) DO UPDATE SET
      calls = calls + excluded.calls, input_tokens = input_tokens + excluded.input_tokens,
      output_tokens = output_tokens + excluded.output_tokens, cost = cost + excluded.cost`);
  const select = database.prepare(
    `SELECT ${sums} FROM spending WHERE day = ? AND swarm = ? AND role = ? AND owner = ? AND process IS NOT ?`,
  );
  const selectCallers = database.prepare(`
    SELECT swarm, role, owner, ${sums} FROM spending
    WHERE day = ?1 AND role <> '' AND (?2 IS NULL OR swarm = ?2) AND (?3 IS NULL OR (role = ?3 AND owner = ?4))
    GROUP BY swarm, role, owner ORDER BY sum(cost) DESC, sum(calls) DESC, swarm, role, owner LIMIT ?5`);

  // From one to the next in the index: there are few days and swarms, and many callers.
  const selectNext = database.prepare(
    'SELECT day, swarm FROM spending WHERE (day, swarm) > (?, ?) ORDER BY day, swarm LIMIT 1',
  );
  const remove = database.prepare('DELETE FROM spending WHERE day = ? AND swarm = ? AND role = ? AND owner = ?');

  return {
    forget({ role, id }: Pick<Instance, 'role' | 'id'>): void {
      for (let last = { day: '', swarm: '' }; ;) {
        const next = selectNext.get(last.day, last.swarm) as typeof last | undefined;
        if (next === undefined) return;
        remove.run(next.day, next.swarm, role, toTextColumn(id));
        last = next;
      }
    },

    add(owner: Instance, spent: NewSpending): void {
      for (const row of toSpendingRows([{ owner, spent }])) {
        const { day, swarm, role, owner: id, by, calls, inputTokens, outputTokens, cost } = row;
        upsert.run(day, swarm, role, id, toTextColumn(by), calls, inputTokens, outputTokens, cost);
      }
    },

    sum({ day, swarm, caller }: SpendingScope, without?: string): Spent {
      const { role, id } = caller ?? { role: '', id: '' };
      const apart = without === undefined ? null : toTextColumn(without);
      return { ...select.get(day, toTextColumn(swarm), role, toTextColumn(id), apart) } as Spent;
    },

    callers(day: string, swarm: string | undefined, caller: SpendingScope['caller'], limit: number) {
      const named = swarm === undefined ? null : toTextColumn(swarm);
      const [role, id] = caller === undefined ? [null, null] : [caller.role, toTextColumn(caller.id)];
      const rows = selectCallers.all(day, named, role, id, limit) as (Spent &
        Record<'swarm' | 'role' | 'owner', string>)[];
      return rows.map(({ swarm: of, role: as, owner: name, ...spent }) => ({
        owner: { swarm: fromTextColumn(of), role: as, id: fromTextColumn(name) } as Instance,
        spent,
      }));
    },
  };
}

import type { Instance } from '@posthouse/protocol';
import type { NewSpending, SpendingScope, Spent } from '../../spending.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';
import { toSpendingRows } from '../../write/spending-rows.ts';
import { type Connection, statement } from '../statement.ts';

// A connection has one transaction at a time, so those that add to the same rows at once are rare.
const upsert = statement('spending-upsert')`
  INSERT INTO mail.spending (day, swarm, role, owner, process, lane, calls, input_tokens, output_tokens, cost)
  SELECT day, swarm, role, owner, process, pg_backend_pid() % 16, calls, input_tokens, output_tokens, cost
  FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bigint[], $7::bigint[], $8::bigint[],
    $9::double precision[])
    WITH ORDINALITY AS new (day, swarm, role, owner, process, calls, input_tokens, output_tokens, cost, place)
  ORDER BY place
  ON CONFLICT (day, swarm, role, owner, process, lane) DO UPDATE SET
    calls = spending.calls + excluded.calls, input_tokens = spending.input_tokens + excluded.input_tokens,
    output_tokens = spending.output_tokens + excluded.output_tokens, cost = spending.cost + excluded.cost`;
const sums = `
  coalesce(sum(calls), 0)::float8 AS calls, coalesce(sum(input_tokens), 0)::float8 AS "inputTokens",
  coalesce(sum(output_tokens), 0)::float8 AS "outputTokens", coalesce(sum(cost), 0)::float8 AS cost`;
const select = statement('spending-select')`
  SELECT ${sums} FROM mail.spending
  WHERE day = $1 AND swarm = $2 AND role = $3 AND owner = $4 AND process IS DISTINCT FROM $5`;
const selectCallers = statement('spending-select-callers')`
  SELECT swarm, role, owner, ${sums} FROM mail.spending
  WHERE day = $1 AND role <> '' AND ($2::text IS NULL OR swarm = $2)
    AND ($3::text IS NULL OR (role = $3 AND owner = $4))
  GROUP BY swarm, role, owner ORDER BY sum(cost) DESC, sum(calls) DESC, swarm, role, owner LIMIT $5`;

// A caller has rows for each day and swarm, and the rows of the swarm are nobody's.
const remove = statement('spending-delete')`DELETE FROM mail.spending WHERE role = $1 AND owner = $2`;

/** What was spent, by day, swarm, caller, process and connection. */
export const spendingTable = {
  forget(connection: Connection, { role, id }: Pick<Instance, 'role' | 'id'>): Promise<unknown> {
    return connection.run(remove, [role, toTextColumn(id)]);
  },

  add(connection: Connection, all: readonly { owner: Instance; spent: NewSpending }[]): Promise<unknown> {
    const rows = toSpendingRows(all);
    return connection.run(upsert, [
      rows.map(({ day }) => day),
      rows.map(({ swarm }) => swarm),
      rows.map(({ role }) => role),
      rows.map(({ owner }) => owner),
      rows.map(({ by }) => toTextColumn(by)),
      rows.map(({ calls }) => calls),
      rows.map(({ inputTokens }) => inputTokens),
      rows.map(({ outputTokens }) => outputTokens),
      rows.map(({ cost }) => cost),
    ]);
  },

  async sum(connection: Connection, { day, swarm, caller }: SpendingScope, without?: string): Promise<Spent> {
    const { role, id } = caller ?? { role: '', id: '' };
    const apart = without === undefined ? null : toTextColumn(without);
    const values = [day, toTextColumn(swarm), role, toTextColumn(id), apart];
    const [row] = await connection.run<Spent>(select, values);
    return row!;
  },

  async callers(
    connection: Connection,
    day: string,
    swarm: string | undefined,
    caller: SpendingScope['caller'],
    limit: number,
  ) {
    const [role, id] = caller === undefined ? [null, null] : [caller.role, toTextColumn(caller.id)];
    const values = [day, swarm === undefined ? null : toTextColumn(swarm), role, id, limit];
    const rows = await connection.run<Spent & Record<'swarm' | 'role' | 'owner', string>>(selectCallers, values);
    return rows.map(({ swarm: of, role: as, owner: name, ...spent }) => ({
      owner: { swarm: fromTextColumn(of), role: as, id: fromTextColumn(name) } as Instance,
      spent,
    }));
  },
};

import type { TaskKey } from '../../task.ts';
import { toTaskNumber } from '../../task-key.ts';
import type { WrittenOnce } from '../../write/write.ts';
import { toKeyColumn } from '../key-column.ts';
import { type Connection, statement } from '../statement.ts';

/** An idempotency key of a task. */
export type OnceName = { task: TaskKey; name: string };

const select = statement('once-select')`
  SELECT asked.place::int, head, entries
  FROM unnest($1::bigint[], $2::text[]) WITH ORDINALITY AS asked (task, name, place)
  JOIN mail.once USING (task, name)`;
const insert = statement('once-insert')`
  INSERT INTO mail.once (task, name, head, entries)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[])`;

/** Idempotency keys that have been used. */
export const onceTable = {
  /** Those that have been used, of the ones that are asked for. */
  async used(connection: Connection, names: readonly OnceName[]): Promise<(OnceName & { written: WrittenOnce })[]> {
    const rows = await connection.run<WrittenOnce & { place: number }>(select, nameColumns(names));
    return rows.map(({ place, head, entries }) => ({
      ...(names[place - 1] as OnceName),
      written: { head, entries },
    }));
  },

  record(connection: Connection, rows: readonly (OnceName & { written: WrittenOnce })[]): Promise<unknown> {
    return connection.run(insert, [
      ...nameColumns(rows),
      rows.map(({ written }) => written.head),
      rows.map(({ written }) => written.entries),
    ]);
  },
};

function nameColumns(names: readonly OnceName[]): [number[], string[]] {
  return [names.map(({ task }) => toTaskNumber(task)), names.map(({ name }) => toKeyColumn(name))];
}

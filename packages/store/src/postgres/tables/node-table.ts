import { LEASE_MILLISECONDS } from '../../ownership.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';
import { type Connection, statement } from '../statement.ts';

const upsert = statement('node-upsert')`
  INSERT INTO mail.node (name, beat)
  SELECT name, coalesce($2, floor(extract(epoch FROM now()) * 1000)::bigint)
  FROM unnest($1::text[]) AS living (name) ORDER BY name COLLATE "C"
  ON CONFLICT (name) DO UPDATE SET beat = greatest(node.beat, excluded.beat)`;
const selectAll = statement('node-select')`SELECT name, beat FROM mail.node ORDER BY name`;
const selectSilent = statement('node-select-silent')`SELECT name FROM mail.node WHERE beat < $1 ORDER BY name`;
const remove = statement('node-delete')`DELETE FROM mail.node WHERE name = ANY($1::text[])`;

/** The leases: which processes live. */
export const nodeTable = {
  /** Without `now`, by the database's clock. */
  beat(connection: Connection, nodes: readonly string[], now?: number): Promise<unknown> {
    return connection.run(upsert, [nodes.map((node) => toTextColumn(node)), now ?? null]);
  },

  /** When each node was last heard of, by name. */
  async beats(connection: Connection): Promise<Map<string, number>> {
    const rows = await connection.run<{ name: string; beat: number }>(selectAll);
    return new Map(rows.map(({ name, beat }) => [fromTextColumn(name), beat]));
  },

  /** Those whose lease has run out. */
  async silent(connection: Connection, now: number): Promise<string[]> {
    const rows = await connection.run<{ name: string }>(selectSilent, [now - LEASE_MILLISECONDS]);
    return rows.map(({ name }) => fromTextColumn(name));
  },

  remove(connection: Connection, nodes: readonly string[]): Promise<unknown> {
    return connection.run(remove, [nodes.map((node) => toTextColumn(node))]);
  },
};

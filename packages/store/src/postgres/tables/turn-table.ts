import type { TaskKey, Turn } from '../../task.ts';
import { toTaskNumber } from '../../task-key.ts';
import { toTextColumn } from '../../text-column.ts';
import { toTurn, TURN_COLUMNS, type TurnRow } from '../../turn-row.ts';
import { type Connection, statement } from '../statement.ts';

/** A turn with its data as JSON. */
export type NewTurnRow = { task: TaskKey; turn: Turn; data: string };

const upsert = statement('turn-upsert')`
  INSERT INTO mail.turn (task, ${TURN_COLUMNS})
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[], $5::boolean[], $6::bigint[], $7::text[])
  ON CONFLICT (task, agent, turn) DO UPDATE SET
    run = excluded.run, done = excluded.done, summary_through = excluded.summary_through, data = excluded.data`;
const selectOpen = statement('turn-select-open')`
  SELECT ${TURN_COLUMNS} FROM mail.turn WHERE task = $1 AND NOT done ORDER BY turn, agent`;
const selectHistory = statement('turn-select-history')`
  WITH summary AS (
    SELECT ${TURN_COLUMNS} FROM mail.turn
    WHERE task = $1 AND agent = $2 AND summary_through IS NOT NULL AND done ORDER BY turn DESC LIMIT 1)
  SELECT ${TURN_COLUMNS} FROM (
    SELECT ${TURN_COLUMNS}, 0 AS place FROM summary
    UNION ALL
    SELECT ${TURN_COLUMNS}, 1 AS place FROM mail.turn
    WHERE task = $1 AND agent = $2 AND done AND summary_through IS NULL
      AND turn > coalesce((SELECT summary_through FROM summary), -1)) AS history
  ORDER BY place, turn`;
const selectBeforeRun = statement('turn-select-before-run')`
  SELECT ${TURN_COLUMNS} FROM mail.turn WHERE task = $1 AND run < $2 AND done ORDER BY run, turn, agent`;

/** Turns, open and done. */
export const turnTable = {
  write(connection: Connection, rows: readonly NewTurnRow[]): Promise<unknown> {
    return connection.run(upsert, [
      rows.map(({ task }) => toTaskNumber(task)),
      rows.map(({ turn }) => toTextColumn(turn.agent)),
      rows.map(({ turn }) => turn.turn),
      rows.map(({ turn }) => turn.run),
      rows.map(({ turn }) => turn.done),
      rows.map(({ turn }) => turn.summaryThrough ?? null),
      rows.map(({ data }) => data),
    ]);
  },

  async open(connection: Connection, task: TaskKey): Promise<Turn[]> {
    return (await connection.run<TurnRow>(selectOpen, [toTaskNumber(task)])).map(toTurn);
  },

  /** The newest summary, then the turns it does not cover. */
  async history(connection: Connection, task: TaskKey, agent: string): Promise<Turn[]> {
    return (await connection.run<TurnRow>(selectHistory, [toTaskNumber(task), toTextColumn(agent)])).map(toTurn);
  },

  async beforeRun(connection: Connection, task: TaskKey, run: number): Promise<Turn[]> {
    return (await connection.run<TurnRow>(selectBeforeRun, [toTaskNumber(task), run])).map(toTurn);
  },
};

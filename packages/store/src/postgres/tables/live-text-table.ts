import type { LiveText } from '@posthouse/protocol';
import type { SavedLiveText, TaskKey } from '../../task.ts';
import { toTaskKey, toTaskNumber } from '../../task-key.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';
import type { EndedText } from '../../write/ended-text.ts';
import { type Connection, statement } from '../statement.ts';

// Text that comes in after its turn was recorded would never be removed again.
const upsert = statement('live-text-upsert')`
  INSERT INTO mail.live_text AS live (task, agent, turn, attempt, part, kind, text)
  SELECT new.task, new.agent, new.turn, new.attempt, new.part, new.kind, new.text
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::text[], $8::text[])
    AS new (task, epoch, agent, turn, attempt, part, kind, text)
  JOIN mail.task ON task.id = new.task AND task.epoch = coalesce(new.epoch, task.epoch)
  WHERE NOT EXISTS (
    SELECT FROM mail.turn WHERE turn.task = new.task AND turn.agent = new.agent AND turn.turn >= new.turn)
  ON CONFLICT (task, agent, turn, attempt, part) DO UPDATE SET kind = excluded.kind, text = excluded.text
  RETURNING live.task`;
const select = statement('live-text-select')`
  SELECT agent, turn, attempt, part, kind, text FROM mail.live_text WHERE task = $1
  ORDER BY turn, agent, attempt, part`;
const remove = statement('live-text-delete')`
  DELETE FROM mail.live_text AS live
  USING unnest($1::bigint[], $2::text[], $3::bigint[], $4::bigint[]) AS ended (task, agent, turn, attempt)
  WHERE live.task = ended.task AND (ended.agent IS NULL OR live.agent = ended.agent AND CASE
    WHEN ended.attempt IS NULL THEN live.turn <= ended.turn
    ELSE live.turn = ended.turn AND live.attempt <= ended.attempt END)`;

/** What running turns have written so far. */
export const liveTextTable = {
  /** Keeps text of turns that are not recorded yet; gives the tasks that some was kept of. Names no part twice. */
  async save(connection: Connection, texts: readonly SavedLiveText[]): Promise<TaskKey[]> {
    const rows = await connection.run<{ task: number }>(upsert, [
      texts.map(({ task }) => toTaskNumber(task)),
      texts.map(({ epoch }) => epoch ?? null),
      texts.map(({ text }) => toTextColumn(text.agent)),
      texts.map(({ text }) => text.turn),
      texts.map(({ text }) => text.attempt),
      texts.map(({ text }) => text.part),
      texts.map(({ text }) => text.kind),
      texts.map(({ text }) => toTextColumn(text.text)),
    ]);
    return [...new Set(rows.map(({ task }) => toTaskKey(task)))];
  },

  async all(connection: Connection, task: TaskKey): Promise<LiveText[]> {
    return toLiveTexts(await connection.run<LiveText>(select, [toTaskNumber(task)]));
  },

  end(connection: Connection, ended: readonly (EndedText & { task: TaskKey })[]): Promise<unknown> {
    return connection.run(remove, [
      ended.map(({ task }) => toTaskNumber(task)),
      ended.map(({ agent }) => (agent === undefined ? null : toTextColumn(agent))),
      ended.map(({ turn }) => turn ?? null),
      ended.map(({ attempt }) => attempt ?? null),
    ]);
  },
};

export function toLiveTexts(rows: readonly LiveText[]): LiveText[] {
  return rows.map((row) => ({ ...row, agent: fromTextColumn(row.agent), text: fromTextColumn(row.text) }));
}

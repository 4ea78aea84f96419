import type { MAILMessage, PriorityTier } from '@posthouse/protocol';
import type { Mail, TaskKey } from '../../task.ts';
import { toTaskKey, toTaskNumber } from '../../task-key.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';
import { fromKeyColumns, toKeyColumn, toKeyColumns } from '../key-column.ts';
import { type Connection, statement } from '../statement.ts';

/** Which mail: ids are unique within a task. */
export type MailName = { task: TaskKey; id: string };

/** Mail with its message as JSON. */
export type NewMailRow = { task: TaskKey; mail: Mail; message: string };

type Row = {
  id: string;
  long_id: string | null;
  mailbox: string;
  tier: PriorityTier;
  arrival: number;
  due: number;
  run: number | null;
  message: string;
};

const insert = statement('mail-insert')`
  INSERT INTO mail.mail (task, id, long_id, mailbox, tier, arrival, due, run, message)
  SELECT * FROM unnest($1::bigint[], $2::text[], $3::text[], $4::text[], $5::smallint[], $6::bigint[], $7::bigint[],
    $8::bigint[], $9::text[])`;
const remove = statement('mail-delete')`
  DELETE FROM mail.mail USING unnest($1::bigint[], $2::text[]) AS taken (task, id) WHERE mail.task = taken.task AND mail.id = taken.id`;
const selectWaiting = statement('mail-select-waiting')`
  SELECT task, id, long_id FROM mail.mail JOIN unnest($1::bigint[], $2::text[]) AS named (task, id) USING (task, id)`;
const select = statement('mail-select')`
  SELECT id, long_id, mailbox, tier, arrival, due, run, message FROM mail.mail WHERE task = $1
  ORDER BY tier, arrival`;

/** Mail that waits. A row goes when its mail is taken. */
export const mailTable = {
  put(connection: Connection, rows: readonly NewMailRow[]): Promise<unknown> {
    return connection.run(insert, [
      rows.map(({ task }) => toTaskNumber(task)),
      rows.map(({ mail }) => toKeyColumns(mail.id)[0]),
      rows.map(({ mail }) => toKeyColumns(mail.id)[1]),
      rows.map(({ mail }) => toTextColumn(mail.mailbox)),
      rows.map(({ mail }) => mail.tier),
      rows.map(({ mail }) => mail.order),
      rows.map(({ mail }) => mail.due),
      rows.map(({ mail }) => mail.run),
      rows.map(({ message }) => message),
    ]);
  },

  take(connection: Connection, mail: readonly MailName[]): Promise<unknown> {
    return connection.run(remove, nameColumns(mail));
  },

  /** Which of this mail waits. */
  async waiting(connection: Connection, mail: readonly MailName[]): Promise<MailName[]> {
    const rows = await connection.run<{ task: number; id: string; long_id: string | null }>(
      selectWaiting,
      nameColumns(mail),
    );
    return rows.map(({ task, id, long_id: long }) => ({ task: toTaskKey(task), id: fromKeyColumns(id, long) }));
  },

  /** In the order in which it is served. */
  async all(connection: Connection, task: TaskKey): Promise<Mail[]> {
    const rows = await connection.run<Row>(select, [toTaskNumber(task)]);
    return rows.map(({ id, long_id: long, mailbox, arrival, message, ...row }) => ({
      ...row,
      id: fromKeyColumns(id, long),
      mailbox: fromTextColumn(mailbox),
      order: arrival,
      message: JSON.parse(message) as MAILMessage,
    }));
  },
};

function nameColumns(mail: readonly MailName[]): [number[], string[]] {
  return [mail.map(({ task }) => toTaskNumber(task)), mail.map(({ id }) => toKeyColumn(id))];
}

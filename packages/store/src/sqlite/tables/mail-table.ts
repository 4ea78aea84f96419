import type { DatabaseSync } from 'node:sqlite';
import { invalidInput, type MAILMessage, type PriorityTier } from '@posthouse/protocol';
import type { Mail } from '../../task.ts';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';
import { isConstraint } from '../sqlite-error.ts';

type Row = {
  id: string;
  mailbox: string;
  tier: PriorityTier;
  arrival: number;
  due: number;
  run: number | null;
  message: string;
};

/** Mail that waits. A row goes when its mail is taken. */
export function mailTable(database: DatabaseSync) {
  const insert = database.prepare(
    'INSERT INTO mail (task, id, mailbox, tier, arrival, due, run, message) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const remove = database.prepare('DELETE FROM mail WHERE task = ? AND id = ?');
  const select = database.prepare(
    'SELECT id, mailbox, tier, arrival, due, run, message FROM mail WHERE task = ? ORDER BY tier, arrival',
  );
  const selectEarliest = database.prepare('SELECT min(due) AS due FROM mail WHERE task = ?');

  return {
    put(task: number, { id, mailbox, tier, order, due, run }: Mail, message: string): void {
      try {
        insert.run(task, toTextColumn(id), toTextColumn(mailbox), tier, order, due, run, message);
      } catch (cause) {
        if (!isConstraint(cause)) throw cause;
        const reason = 'is in the task already, or has a tier, run or time that is not a whole number';
        throw invalidInput(`mail ${JSON.stringify(id)} ${reason}`, { cause });
      }
    },

    /** False when no such mail waits. */
    take(task: number, id: string): boolean {
      return remove.run(task, toTextColumn(id)).changes === 1;
    },

    /** In the order in which it is served. */
    all(task: number): Mail[] {
      return (select.all(task) as Row[]).map(({ id, mailbox, arrival, message, ...row }) => ({
        ...row,
        id: fromTextColumn(id),
        mailbox: fromTextColumn(mailbox),
        order: arrival,
        message: JSON.parse(message) as MAILMessage,
      }));
    },

    earliestDue(task: number): number | null {
      return (selectEarliest.get(task) as { due: number | null }).due;
    },
  };
}

import type { DatabaseSync } from 'node:sqlite';
import type { LiveText } from '@posthouse/protocol';
import { fromTextColumn, toTextColumn } from '../../text-column.ts';

type Row = LiveText;

/** What running turns have written so far. */
export function liveTextTable(database: DatabaseSync) {
  // Text that comes in after its turn was recorded would never be removed again.
  const upsert = database.prepare(`
    INSERT INTO live_text (task, agent, turn, attempt, part, kind, text)
    SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7
    WHERE NOT EXISTS (SELECT 1 FROM turn WHERE task = ?1 AND agent = ?2 AND turn >= ?3)
    ON CONFLICT (task, agent, turn, attempt, part) DO UPDATE SET kind = excluded.kind, text = excluded.text`);
  const select = database.prepare(`
    SELECT agent, turn, attempt, part, kind, text FROM live_text WHERE task = ? ORDER BY turn, agent, attempt, part`);
  const removeRecorded = database.prepare('DELETE FROM live_text WHERE task = ? AND agent = ? AND turn <= ?');
  const removeAttempt = database.prepare(
    'DELETE FROM live_text WHERE task = ? AND agent = ? AND turn = ? AND attempt <= ?',
  );
  const removeAll = database.prepare('DELETE FROM live_text WHERE task = ?');

  return {
    save(task: number, { agent, turn, attempt, part, kind, text }: LiveText): void {
      upsert.run(task, toTextColumn(agent), turn, attempt, part, kind, toTextColumn(text));
    },

    all(task: number): LiveText[] {
      return (select.all(task) as Row[]).map((row) => ({
        ...row,
        agent: fromTextColumn(row.agent),
        text: fromTextColumn(row.text),
      }));
    },

    /** The agent's turns up to this one are recorded. */
    endTurn(task: number, agent: string, turn: number): void {
      removeRecorded.run(task, toTextColumn(agent), turn);
    },

    /** The attempts of the turn up to this one are given up. */
    endAttempt(task: number, agent: string, turn: number, attempt: number): void {
      removeAttempt.run(task, toTextColumn(agent), turn, attempt);
    },

    endAll(task: number): void {
      removeAll.run(task);
    },
  };
}

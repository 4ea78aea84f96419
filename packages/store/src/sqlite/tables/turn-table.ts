import type { DatabaseSync } from 'node:sqlite';
import type { Turn } from '../../task.ts';
import { toTextColumn } from '../../text-column.ts';
import { toTurn, TURN_COLUMNS, type TurnRow } from '../../turn-row.ts';

/** Turns, open and done. */
export function turnTable(database: DatabaseSync) {
  const upsert = database.prepare(`
    INSERT INTO turn (task, ${TURN_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (task, agent, turn) DO UPDATE SET
      run = excluded.run, done = excluded.done, summary_through = excluded.summary_through, data = excluded.data`);
  const selectOpen = database.prepare(
    `SELECT ${TURN_COLUMNS} FROM turn WHERE task = ? AND done = 0 ORDER BY turn, agent`,
  );
  const selectAnyOpen = database.prepare('SELECT 1 FROM turn WHERE task = ? AND done = 0 LIMIT 1');
  const selectSummary = database.prepare(`
    SELECT ${TURN_COLUMNS} FROM turn
    WHERE task = ? AND agent = ? AND summary_through IS NOT NULL AND done = 1 ORDER BY turn DESC LIMIT 1`);
  const selectAfter = database.prepare(`
    SELECT ${TURN_COLUMNS} FROM turn
    WHERE task = ? AND agent = ? AND turn > ? AND done = 1 AND summary_through IS NULL ORDER BY turn`);
  const selectBeforeRun = database.prepare(`
    SELECT ${TURN_COLUMNS} FROM turn WHERE task = ? AND run < ? AND done = 1 ORDER BY run, turn, agent`);

  return {
    write(task: number, { agent, turn, run, done, summaryThrough }: Turn, data: string): void {
      upsert.run(task, toTextColumn(agent), turn, run, done ? 1 : 0, summaryThrough ?? null, data);
    },

    open(task: number): Turn[] {
      return (selectOpen.all(task) as TurnRow[]).map(toTurn);
    },

    hasOpen(task: number): boolean {
      return selectAnyOpen.get(task) !== undefined;
    },

    /** The newest summary, then the turns it does not cover. */
    history(task: number, agent: string): Turn[] {
      const name = toTextColumn(agent);
      const summary = selectSummary.get(task, name) as TurnRow | undefined;
      const rest = selectAfter.all(task, name, summary?.summary_through ?? -1) as TurnRow[];
      return (summary === undefined ? rest : [summary, ...rest]).map(toTurn);
    },

    beforeRun(task: number, run: number): Turn[] {
      return (selectBeforeRun.all(task, run) as TurnRow[]).map(toTurn);
    },
  };
}

import type { DatabaseSync } from 'node:sqlite';
import type { BegunCall } from '../../spending.ts';
import { toTextColumn } from '../../text-column.ts';

/** Model calls that have gone out and that no entry tells of yet. */
export function begunCallTable(database: DatabaseSync) {
  const insert = database.prepare('INSERT INTO begun_call (task, id, agent, call) VALUES (?, ?, ?, ?)');
  const select = database.prepare('SELECT call FROM begun_call WHERE task = ? ORDER BY id');
  const remove = database.prepare('DELETE FROM begun_call WHERE task = ? AND id = ?');
  const removeAgent = database.prepare('DELETE FROM begun_call WHERE task = ? AND agent = ?');

  return {
    begin(task: number, call: BegunCall): void {
      insert.run(task, call.id, toTextColumn(call.agent), JSON.stringify(call));
    },

    all(task: number): BegunCall[] {
      return (select.all(task) as { call: string }[]).map(({ call }) => JSON.parse(call) as BegunCall);
    },

    /** Whether it was there. */
    end(task: number, id: string): boolean {
      return remove.run(task, id).changes > 0;
    },

    /** All calls of the agent are told of. */
    endAgent(task: number, agent: string): void {
      removeAgent.run(task, toTextColumn(agent));
    },
  };
}

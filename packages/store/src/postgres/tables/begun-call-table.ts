import type { BegunCall } from '../../spending.ts';
import type { TaskKey } from '../../task.ts';
import { toTaskNumber } from '../../task-key.ts';
import { toTextColumn } from '../../text-column.ts';
import { type Connection, statement } from '../statement.ts';

/** A call to note, if its task has that epoch. */
export type CallToNote = { task: TaskKey; epoch: number; call: BegunCall };

const insert = statement('begun-call-insert')`
  INSERT INTO mail.begun_call AS begun (task, id, agent, call)
  SELECT new.task, new.id, new.agent, new.call
  FROM unnest($1::bigint[], $2::bigint[], $3::text[], $4::text[], $5::text[]) AS new (task, epoch, id, agent, call)
  JOIN mail.task ON task.id = new.task AND task.epoch = new.epoch
  ON CONFLICT (task, id) DO UPDATE SET call = excluded.call
  RETURNING begun.id`;
const select = statement('begun-call-select')`SELECT call FROM mail.begun_call WHERE task = $1 ORDER BY id`;
const remove = statement('begun-call-delete')`DELETE FROM mail.begun_call WHERE task = $1 AND id = $2 RETURNING id`;
const removeAgents = statement('begun-call-delete-agents')`
  DELETE FROM mail.begun_call AS begun USING unnest($1::bigint[], $2::text[]) AS told (task, agent)
  WHERE begun.task = told.task AND begun.agent = told.agent`;

/** Model calls that have gone out and that no entry tells of yet. */
export const begunCallTable = {
  /** Gives the ids of those that were noted. */
  async begin(connection: Connection, calls: readonly CallToNote[]): Promise<Set<string>> {
    const rows = await connection.run<{ id: string }>(insert, [
      calls.map(({ task }) => toTaskNumber(task)),
      calls.map(({ epoch }) => epoch),
      calls.map(({ call }) => call.id),
      calls.map(({ call }) => toTextColumn(call.agent)),
      // Half of a pair of characters, which no UTF-8 has, is escaped by JSON; so is NUL.
      calls.map(({ call }) => JSON.stringify(call)),
    ]);
    return new Set(rows.map(({ id }) => id));
  },

  async all(connection: Connection, task: TaskKey): Promise<BegunCall[]> {
    const rows = await connection.run<{ call: string }>(select, [toTaskNumber(task)]);
    return rows.map(({ call }) => JSON.parse(call) as BegunCall);
  },

  /** Whether it was there. */
  async end(connection: Connection, { task, id }: { task: TaskKey; id: string }): Promise<boolean> {
    return (await connection.run(remove, [toTaskNumber(task), id])).length > 0;
  },

  /** All calls of these agents are told of. */
  endAgents(connection: Connection, told: readonly { task: TaskKey; agent: string }[]): Promise<unknown> {
    return connection.run(removeAgents, [
      told.map(({ task }) => toTaskNumber(task)),
      told.map(({ agent }) => toTextColumn(agent)),
    ]);
  },
};

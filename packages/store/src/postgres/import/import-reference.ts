import type { JSONObject, JSONValue } from '@posthouse/protocol';
import type { Turn } from '../../task.ts';
import { MIGRATION_LOCK } from '../migrate.ts';
import type { Database } from '../database.ts';
import type { Connection } from '../statement.ts';
import { logTable } from '../tables/log-table.ts';
import { recordTable } from '../tables/record-table.ts';
import { taskTable } from '../tables/task-table.ts';
import { turnTable } from '../tables/turn-table.ts';
import type { Imported } from './imported.ts';
import { readStoredJSON, type ReferenceRow, referenceTables, toOwner } from './reference-tables.ts';
import { toImportedLog } from './to-imported-log.ts';
import { toTurnData } from './to-turn-data.ts';

/** The record that says that it has been done. */
const MARK = { kind: 'import', id: 'mail-reference' };

/**
 * Takes over what a MAIL reference server has stored in the same database, once and whole. Gives `undefined` if there is
 * nothing to take over, and `earlier` if it has been done.
 */
export function importReference(database: Database): Promise<Imported | 'earlier' | undefined> {
  return database.transact(async (transaction) => {
    await transaction.run(MIGRATION_LOCK);
    if ((await recordTable.find(transaction, MARK.kind, MARK.id)) !== undefined) return 'earlier';
    if (!(await referenceTables.exist(transaction))) return undefined;
    const imported: Imported = { tasks: 0, entries: 0, histories: 0, left: 0, unreadable: 0 };
    for (const row of await referenceTables.tasks(transaction)) await importTask(transaction, row, imported);
    const version = await recordTable.nextVersion(transaction);
    const value = JSON.stringify({ ...imported, at: new Date(await transaction.now).toISOString() });
    void recordTable.put(transaction, MARK.kind, { id: MARK.id, version, value });
    transaction.sign();
    return imported;
  });
}

async function importTask(connection: Connection, row: ReferenceRow, imported: Imported): Promise<void> {
  const owner = toOwner(row);
  const [key] =
    owner === undefined ? [] : await taskTable.create(connection, [{ owner, taskId: row.task_id }], row.started_at);
  if (key === undefined) {
    imported.left += 1;
    return;
  }
  const [state, events, response, histories] = await Promise.all([
    taskTable.get(connection, key),
    referenceTables.events(connection, row),
    referenceTables.response(connection, row),
    referenceTables.histories(connection, row),
  ]);
  const log = toImportedLog({ completed: row.completed, startedAt: row.started_at, events, response });
  const turns = [...histories].map(([agent, rows], index): Turn => {
    return { agent, turn: index + 1, run: log.run, done: true, data: toTurnData(mergeHistories(rows)) };
  });
  if (log.entries.length > 0) {
    void logTable.append(
      connection,
      log.entries.map(({ at, entry }, index) => ({ task: key, seq: index + 1, at, entry: JSON.stringify(entry) })),
    );
  }
  if (turns.length > 0) {
    void turnTable.write(
      connection,
      turns.map((turn) => ({ task: key, turn, data: JSON.stringify(turn.data) })),
    );
  }
  const updatedAt = log.entries.at(-1)?.at ?? state.updatedAt;
  const data = JSON.stringify(toData(row, turns));
  const next = { ...state, status: log.status, run: log.run, head: log.entries.length, updatedAt, data };
  void taskTable.update(connection, [{ before: state, next, wake: null }]);
  imported.tasks += 1;
  imported.entries += log.entries.length;
  imported.histories += turns.length;
  imported.unreadable += log.unreadable;
}

/** What the runtime keeps with a task. */
function toData({ title, task_contributors: contributors }: ReferenceRow, turns: readonly Turn[]): JSONObject {
  const listed = readStoredJSON(contributors);
  return {
    ...(title === null ? {} : { title }),
    ...(Array.isArray(listed) ? { contributors: listed.filter((each) => typeof each === 'string') } : {}),
    lastTurn: turns.length,
    agents: turns.map(({ agent }) => agent),
  };
}

/**
 * The history of an agent from the rows that the reference wrote, oldest first. It inserts the whole history each time a
 * task is completed, and after a restart it begins with all of those rows put together: what is there many times is
 * taken once.
 *
 * @example mergeHistories([['a'], ['a', 'b'], ['a', 'a', 'b', 'c']]) // ['a', 'b', 'c']
 */
export function mergeHistories(rows: readonly (readonly JSONValue[])[]): JSONValue[] {
  const history: JSONValue[] = [];
  const texts: string[] = [];
  // What a row may begin with: the row before it, or after a restart, all rows so far.
  let last: string[] = [];
  let together: string[] = [];
  for (const row of rows) {
    const lines = row.map((entry) => JSON.stringify(entry));
    const known = [together, last].find((start) => start.length > 0 && startsWith(lines, start));
    const from = known?.length ?? overlap(texts, lines);
    history.push(...row.slice(from));
    texts.push(...lines.slice(from));
    last = lines;
    together = [...together, ...lines];
  }
  return history;
}

function startsWith(lines: readonly string[], start: readonly string[]): boolean {
  return start.length <= lines.length && start.every((line, index) => line === lines[index]);
}

/** How much of the end of one list is the beginning of the other. */
function overlap(end: readonly string[], start: readonly string[]): number {
  for (let length = Math.min(end.length, start.length); length > 0; length -= 1) {
    if (startsWith(start, end.slice(end.length - length))) return length;
  }
  return 0;
}

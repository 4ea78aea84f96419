import type { TaskKey } from '../task.ts';
import type { EncodedWrite } from '../write/encode-write.ts';
import type { WrittenOnce } from '../write/written-once.ts';
import type { Session } from './statement.ts';
import { type MailName, mailTable } from './tables/mail-table.ts';
import { type OnceName, onceTable } from './tables/once-table.ts';

/** What the database has of what writes ask about, by task. */
export type WriteFacts = {
  waiting: Map<TaskKey, string[]>;
  used: Map<TaskKey, [name: string, written: WrittenOnce][]>;
};

/** Looks up mail that is taken or put, and idempotency keys, for tasks that are locked; all in one journey. */
export async function findFacts(
  session: Session,
  tasks: readonly { key: TaskKey; writes: readonly EncodedWrite[] }[],
): Promise<WriteFacts> {
  const mail = tasks.flatMap(({ key, writes }) => writes.flatMap(({ write }) => mailOf(key, write)));
  const once = tasks.flatMap(({ key, writes }) => writes.flatMap(({ write }) => onceOf(key, write)));
  const [waiting, used] = await Promise.all([
    mail.length === 0 ? [] : mailTable.waiting(session, mail),
    once.length === 0 ? [] : onceTable.used(session, once),
  ]);
  return {
    waiting: grouped(waiting, ({ id }) => id),
    used: grouped(used, ({ name, written }) => [name, written]),
  };
}

function mailOf(task: TaskKey, { take = [], put = [] }: EncodedWrite['write']): MailName[] {
  return [...take.map((id) => ({ task, id })), ...put.map(({ id }) => ({ task, id }))];
}

function onceOf(task: TaskKey, { once }: EncodedWrite['write']): OnceName[] {
  return once === undefined ? [] : [{ task, name: once }];
}

function grouped<Row extends { task: TaskKey }, T>(rows: readonly Row[], toValue: (row: Row) => T): Map<TaskKey, T[]> {
  const groups = new Map<TaskKey, T[]>();
  for (const row of rows) {
    const group = groups.get(row.task);
    if (group === undefined) groups.set(row.task, [toValue(row)]);
    else group.push(toValue(row));
  }
  return groups;
}

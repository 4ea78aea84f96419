import type { PosthouseError } from '@posthouse/protocol';
import { deleted, keyDeleted, taskDeleted, taskNotFound } from '../refusals.ts';
import type { TaskKey } from '../task.ts';
import type { Committed, Write, WrittenOnce } from '../write/write.ts';
import { isTaskKey } from '../task-key.ts';
import { isBuried } from '../tombstone.ts';
import type { StoredTask } from '../write/stored-task.ts';
import type { EncodedWrite } from '../write/encode-write.ts';
import { type DraftOutcome, TaskDraft } from '../write/task-draft.ts';
import { buriedNameOf, nameOf } from './name-book.ts';
import type { Connection } from './statement.ts';
import { logTable } from './tables/log-table.ts';
import { type MailName, mailTable } from './tables/mail-table.ts';
import { nodeTable } from './tables/node-table.ts';
import { type OnceName, onceTable } from './tables/once-table.ts';
import { type TaskName, taskTable } from './tables/task-table.ts';
import { tombstoneTable } from './tables/tombstone-table.ts';
import type { Transaction } from './transaction.ts';
import { writeDown } from './write-down.ts';

/** The writes to one task, in order. All name it the same way. */
export type TaskWrites = { target: TaskKey | TaskName; writes: readonly EncodedWrite[] };

/** What became of a write. */
export type WriteOutcome = { committed: Committed } | { error: unknown };

/**
 * Applies writes to several tasks within a transaction, in two journeys to the database: one locks the tasks and asks for
 * what the writes depend on, one writes down what was decided. The second is not waited for. Without `givenNow`, the database's clock counts.
 */
export async function commitWrites(
  transaction: Transaction,
  tasks: readonly TaskWrites[],
  givenNow: number | undefined,
): Promise<{ outcomes: WriteOutcome[][]; changed: TaskKey[] }> {
  const keyed = tasks.flatMap(({ target, writes }) => (isKey(target) ? [{ key: target, writes }] : []));
  const names = tasks.flatMap(({ target }) => (typeof target === 'string' ? [] : [target]));
  const creating: TaskKey[] | Promise<TaskKey[]> =
    names.length === 0 ? [] : taskTable.create(transaction, names, givenNow);
  const locking = taskTable.lock(
    transaction,
    keyed.map(({ key }) => key),
    names.flatMap((name) => [name, buriedNameOf(name)]),
  );
  const finding = findFacts(transaction, keyed);
  const freshKeys = tasks.flatMap(({ target, writes }) =>
    writes.flatMap(({ write }) => freshKeyOf(target, write) ?? []),
  );
  // After all rows, as whoever deletes does it: so nobody waits in a circle.
  const asking = freshKeys.length === 0 ? new Set<string>() : tombstoneTable.buriedKeys(transaction, freshKeys);
  const asksForNodes = tasks.some(({ writes }) => writes.some(({ write }) => write.claim !== undefined));
  const beating = asksForNodes ? nodeTable.beats(transaction) : new Map<string, number>();

  const [created, locked, facts, buried, beats, time] = await Promise.all([
    creating,
    locking,
    finding,
    asking,
    beating,
    givenNow ?? transaction.now,
  ]);
  const states = new Map(locked.flatMap((state) => [state.key, nameOf(state)].map((name) => [name, state])));
  // A task that was made just now has no mail and no keys, and one that is named is seldom older.
  const old = tasks.flatMap(({ target, writes }) => {
    const key = isKey(target) ? undefined : states.get(toIndex(target))?.key;
    return key === undefined || created.includes(key) ? [] : [{ key, writes }];
  });
  const others = old.length === 0 ? undefined : await findFacts(transaction, old);

  const drafts = new Map<TaskKey, TaskDraft>();
  const decided = tasks.map(({ target, writes }) => {
    const state = states.get(toIndex(target));
    const refusal = refusalOf(target, states);
    if (state === undefined || refusal !== undefined) {
      return writes.map(() => ({ error: refusal ?? taskNotFound(String(target)) }));
    }
    const waiting = [facts, others].flatMap((each) => each?.waiting.get(state.key) ?? []);
    const used = [facts, others].flatMap((each) => each?.used.get(state.key) ?? []);
    // A task may be there twice, by its key and by its name.
    const draft = drafts.get(state.key) ?? new TaskDraft(state, { waiting, used, beats }, time);
    drafts.set(state.key, draft);
    return writes.map((write) => {
      const isMade = !draft.changed && created.includes(state.key);
      if (isMade && buried.has(freshKeyOf(target, write.write) ?? '')) return { error: keyDeleted() };
      return draft.apply(write);
    });
  });
  const all = [...drafts.values()];
  writeDown(transaction, all, time);
  const refused = created.filter((key) => drafts.get(key)?.changed !== true);
  if (refused.length > 0) void taskTable.remove(transaction, refused);
  return {
    outcomes: await Promise.all(
      decided.map((each) => Promise.all(each.map((outcome) => toOutcome(transaction, outcome)))),
    ),
    changed: all.filter(({ changed }) => changed).map(({ next }) => next.key),
  };
}

/** Why nothing can be written to a task that was deleted: also one that was made while its tombstone was. */
function refusalOf(target: TaskWrites['target'], states: ReadonlyMap<string, StoredTask>): PosthouseError | undefined {
  if (typeof target !== 'string') {
    return states.has(nameOf(buriedNameOf(target))) ? deleted(`task '${target.taskId}'`) : undefined;
  }
  return isBuried(states.get(target)?.owner.role ?? '') ? taskDeleted(target) : undefined;
}

/** What is left of the key of a write that must not make a task again, should its key have been buried. */
function freshKeyOf(target: TaskWrites['target'], { once, unlessKeyDeleted }: Write): string | undefined {
  if (typeof target === 'string' || once === undefined || unlessKeyDeleted !== true) return undefined;
  return tombstoneTable.hashOf(target.owner, once);
}

function isKey(target: TaskWrites['target']): target is TaskKey {
  return typeof target === 'string' && isTaskKey(target);
}

function toIndex(target: TaskWrites['target']): string {
  return typeof target === 'string' ? target : nameOf(target);
}

async function toOutcome(connection: Connection, outcome: DraftOutcome): Promise<WriteOutcome> {
  if ('error' in outcome) return outcome;
  const { task } = outcome;
  if (!('repeated' in outcome)) return { committed: { ...outcome, repeated: false } };
  const { head, entries } = outcome.repeated;
  return {
    committed: { task, entries: await logTable.read(connection, task.key, head, entries), mail: [], repeated: true },
  };
}

/** What the database has of what writes ask about, by task. */
type WriteFacts = {
  waiting: Map<TaskKey, string[]>;
  used: Map<TaskKey, [name: string, written: WrittenOnce][]>;
};

/** Looks up mail that is taken or put, and idempotency keys, for tasks that are locked; all in one journey. */
async function findFacts(
  connection: Connection,
  tasks: readonly { key: TaskKey; writes: readonly EncodedWrite[] }[],
): Promise<WriteFacts> {
  const mail = tasks.flatMap(({ key, writes }) => writes.flatMap(({ write }) => mailOf(key, write)));
  const once = tasks.flatMap(({ key, writes }) => writes.flatMap(({ write }) => onceOf(key, write)));
  const [waiting, used] = await Promise.all([
    mail.length === 0 ? [] : mailTable.waiting(connection, mail),
    once.length === 0 ? [] : onceTable.used(connection, once),
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

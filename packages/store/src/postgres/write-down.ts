import type { TaskDraft } from '../write/task-draft.ts';
import type { Connection } from './statement.ts';
import { begunCallTable } from './tables/begun-call-table.ts';
import { liveTextTable } from './tables/live-text-table.ts';
import { logTable } from './tables/log-table.ts';
import { mailTable } from './tables/mail-table.ts';
import { nodeTable } from './tables/node-table.ts';
import { onceTable } from './tables/once-table.ts';
import { spendingTable } from './tables/spending-table.ts';
import { taskTable } from './tables/task-table.ts';
import { turnTable } from './tables/turn-table.ts';
import type { Transaction } from './transaction.ts';

/**
 * Sends what the drafts came to, one statement per table. Nothing is waited for: if one of them fails, the transaction
 * does.
 */
export function writeDown(transaction: Transaction, all: readonly TaskDraft[], now: number): void {
  const drafts = all.filter(({ changed }) => changed);
  const rows = <T, Row>(of: (draft: TaskDraft) => Iterable<T>, toRow: (task: string, each: T) => Row): Row[] =>
    drafts.flatMap((draft) => Array.from(of(draft), (each) => toRow(draft.next.key, each)));
  const send = <Row>(list: Row[], statement: (connection: Connection, list: Row[]) => Promise<unknown>): void => {
    if (list.length > 0) void statement(transaction, list);
  };

  send(
    rows(
      ({ taken }) => taken,
      (task, id) => ({ task, id }),
    ),
    mailTable.take,
  );
  send(
    rows(
      ({ put }) => put.values(),
      (task, mail) => ({ task, ...mail }),
    ),
    mailTable.put,
  );
  send(
    rows(
      ({ turns }) => turns.values(),
      (task, turn) => ({ task, ...turn }),
    ),
    turnTable.write,
  );
  send(
    rows(
      ({ entries }) => entries,
      (task, entry) => ({ task, ...entry }),
    ),
    logTable.append,
  );
  send(
    rows(
      ({ once }) => once,
      (task, [name, written]) => ({ task, name, written }),
    ),
    onceTable.record,
  );
  send(
    rows(
      ({ endedTexts }) => endedTexts,
      (task, ended) => ({ task, ...ended }),
    ),
    liveTextTable.end,
  );
  send(
    rows(
      ({ toldCalls }) => toldCalls,
      (task, agent) => ({ task, agent }),
    ),
    begunCallTable.endAgents,
  );
  // Behind mail and turns, at which it looks; and tasks before nodes, in which order everybody locks them.
  send(
    drafts.map(({ before, next, wake }) => ({ before, next, wake })),
    taskTable.update,
  );
  send([...new Set(drafts.flatMap(({ beaten }) => [...beaten]))], (_, nodes) =>
    nodeTable.beat(transaction, nodes, now),
  );
  // Last of all: whoever else adds to the same rows waits until this transaction has ended.
  send(
    drafts.flatMap(({ spent, next }) => spent.map((each) => ({ owner: next.owner, spent: each }))),
    spendingTable.add,
  );
  if (drafts.length > 0) transaction.sign(drafts.map(({ next }) => next.key));
}

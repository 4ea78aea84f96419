import type { DatabaseSync } from 'node:sqlite';
import { archiveTable } from './archive-table.ts';
import { begunCallTable } from './begun-call-table.ts';
import { deletionTable } from './deletion-table.ts';
import { liveTextTable } from './live-text-table.ts';
import { logTable } from './log-table.ts';
import { mailTable } from './mail-table.ts';
import { nodeTable } from './node-table.ts';
import { onceTable } from './once-table.ts';
import { recordTable } from './record-table.ts';
import { sessionTable } from './session-table.ts';
import { spendingTable } from './spending-table.ts';
import { taskTable } from './task-table.ts';
import { tombstoneTable } from './tombstone-table.ts';
import { transcriptTable } from './transcript-table.ts';
import { turnTable } from './turn-table.ts';

/** Written out, because a declaration cannot name what the types of all tables come from. */
export type Tables = {
  task: ReturnType<typeof taskTable>;
  log: ReturnType<typeof logTable>;
  mail: ReturnType<typeof mailTable>;
  turn: ReturnType<typeof turnTable>;
  liveText: ReturnType<typeof liveTextTable>;
  once: ReturnType<typeof onceTable>;
  node: ReturnType<typeof nodeTable>;
  record: ReturnType<typeof recordTable>;
  session: ReturnType<typeof sessionTable>;
  transcript: ReturnType<typeof transcriptTable>;
  spending: ReturnType<typeof spendingTable>;
  begunCall: ReturnType<typeof begunCallTable>;
  tombstone: ReturnType<typeof tombstoneTable>;
  deletion: ReturnType<typeof deletionTable>;
  archive: ReturnType<typeof archiveTable>;
};

/** Every table with its statements prepared: preparing costs several times as much as running. */
export function openTables(database: DatabaseSync): Tables {
  return {
    task: taskTable(database),
    log: logTable(database),
    mail: mailTable(database),
    turn: turnTable(database),
    liveText: liveTextTable(database),
    once: onceTable(database),
    node: nodeTable(database),
    record: recordTable(database),
    session: sessionTable(database),
    transcript: transcriptTable(database),
    spending: spendingTable(database),
    begunCall: begunCallTable(database),
    tombstone: tombstoneTable(database),
    deletion: deletionTable(database),
    archive: archiveTable(database),
  };
}

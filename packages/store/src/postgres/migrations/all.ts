import { tasks } from './0001-tasks.ts';
import { records } from './0002-records.ts';
import { sessions } from './0003-sessions.ts';
import { transcripts } from './0004-transcripts.ts';
import { spending } from './0005-spending.ts';
import { tombstones } from './0006-tombstones.ts';
import { deletionRecords } from './0007-deletion-records.ts';
import { begunCalls } from './0008-begun-calls.ts';

/**
 * Every step from an empty schema to the newest tables, in order. A step that has been released is never changed.
 *
 * A step that only adds something, so that programs which know fewer steps can go on, says how many those have to know: it
 * puts the record `schema`/`least` with the value `{"version": N}`. Any other step removes that record.
 */
export const MIGRATIONS: readonly string[] = [
  tasks,
  records,
  sessions,
  transcripts,
  spending,
  tombstones,
  deletionRecords,
  begunCalls,
];

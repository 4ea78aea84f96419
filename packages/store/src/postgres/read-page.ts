import type { LiveText, LogEntry } from '@posthouse/protocol';
import { taskDeleted, taskNotFound } from '../refusals.ts';
import type { TaskKey } from '../task.ts';
import { toTaskNumber } from '../task-key.ts';
import type { Connection, Statement } from './statement.ts';
import { toLiveTexts } from './tables/live-text-table.ts';
import { toLogEntries } from './tables/log-table.ts';

/** A row is about one of three things: the task, an entry of its log, or text that is being written. */
type Row =
  | { place: 0; seq: number; at: null; text: null }
  | { place: 1; seq: number; at: number; text: string }
  | { place: 2; seq: null; at: null; text: string };

/** Where the log of a task ends that was deleted. */
const DELETED = -1;

/** The entries of a page, as they are stored. */
const ENTRIES = 'SELECT 1, seq, at, entry FROM mail.log WHERE task = $1 AND seq > $2 ORDER BY seq LIMIT $3';

// Sizes are known without reading what is stored out of line, so entries that do not fit cost next to nothing.
const FITTING_ENTRIES = `
  SELECT 1, seq, at, entry FROM (
    SELECT seq, at, entry, row_number() OVER page AS number, sum(octet_length(entry)) OVER page AS bytes
    FROM (SELECT seq, at, entry FROM mail.log WHERE task = $1 AND seq > $2 ORDER BY seq LIMIT $3) AS candidate
    WINDOW page AS (ORDER BY seq ROWS UNBOUNDED PRECEDING)
  ) AS sized WHERE number = 1 OR bytes <= $4`;

const select = toStatement('page-select', ENTRIES);
const selectFitting = toStatement('page-select-fitting', FITTING_ENTRIES);

/** One statement sees one moment, as a transaction of three would, and is asked far more often than anything else. */
function toStatement(name: string, entries: string): Statement {
  const text = `
    SELECT 0 AS place, CASE WHEN sweep IS NULL THEN head ELSE ${DELETED} END AS seq, NULL::bigint AS at, NULL AS text FROM mail.task WHERE id = $1
    UNION ALL (${entries})
    UNION ALL (
      SELECT 2, NULL, NULL, json_build_object('agent', agent, 'turn', turn, 'attempt', attempt, 'part', part,
        'kind', kind, 'text', text)::text
      FROM mail.live_text WHERE task = $1 ORDER BY turn, agent, attempt, part)`;
  return { name, text };
}

/** What a reader of a task is told. Throws when there is no such task, or none any more. */
export async function readPage(
  connection: Connection,
  task: TaskKey,
  { after, limit, maxBytes }: { after: number; limit: number; maxBytes: number | undefined },
): Promise<{ entries: LogEntry[]; live: LiveText[]; head: number }> {
  const values = [toTaskNumber(task), after, limit];
  const rows = await (maxBytes === undefined
    ? connection.run<Row>(select, values)
    : connection.run<Row>(selectFitting, [...values, maxBytes]));
  const state = rows.find((row) => row.place === 0);
  if (state === undefined) throw taskNotFound(task);
  if (state.seq === DELETED) throw taskDeleted(task);
  const entries = rows.flatMap((row) => (row.place === 1 ? [{ seq: row.seq, at: row.at, entry: row.text }] : []));
  const live = rows.flatMap((row) => (row.place === 2 ? [JSON.parse(row.text) as LiveText] : []));
  return {
    // The parts of a union come in no promised order, and within each hardly ever in another than theirs.
    entries: toLogEntries(entries.toSorted((one, other) => one.seq - other.seq)),
    live: toLiveTexts(live),
    head: state.seq,
  };
}

import type { TranscriptLine } from '../../transcript.ts';
import { type LinePage, type NewLines, toTranscriptLine, type TranscriptRow } from '../../transcript-row.ts';
import { toKeyColumn } from '../key-column.ts';
import { type Connection, statement } from '../statement.ts';

// Whoever writes at the same place, or under the same id, at the same time is waited for, and then one has less lines.
const insert = statement('transcript-insert')`
  INSERT INTO mail.transcript (name, message, seq, id, line)
  SELECT $1, $2, $3::bigint + place, CASE WHEN place = 1 THEN $4::text END, line
  FROM unnest($5::text[]) WITH ORDINALITY AS given (line, place)
  WHERE $3::bigint = 0 OR EXISTS (SELECT 1 FROM mail.transcript WHERE name = $1 AND message = $2 AND seq = $3::bigint)
  ON CONFLICT DO NOTHING RETURNING 1`;
const selectHead = statement('transcript-select-head')`
  SELECT message FROM mail.transcript WHERE name = $1 ORDER BY message DESC LIMIT 1`;
const selectNamed = statement('transcript-select-named')`
  SELECT message FROM mail.transcript WHERE name = $1 AND id = $2`;
const selectLines = statement('transcript-select-lines')`
  SELECT message, seq, line FROM (
    SELECT message, seq, line, row_number() OVER page AS number, sum(octet_length(line)) OVER page AS bytes
    FROM (
      SELECT message, seq, line FROM mail.transcript WHERE name = $1 AND message = $2 AND seq > $3
      ORDER BY seq LIMIT $4) AS candidate
    WINDOW page AS (ORDER BY seq ROWS UNBOUNDED PRECEDING)
  ) AS sized WHERE number = 1 OR $5::bigint IS NULL OR bytes <= $5 ORDER BY seq`;
const selectMessages = statement('transcript-select-messages')`
  SELECT message, seq, line FROM mail.transcript WHERE name = $1 AND message BETWEEN $2 AND $3
  ORDER BY message, seq`;
const copy = statement('transcript-copy')`
  INSERT INTO mail.transcript (name, message, seq, id, line)
  SELECT $1, message, seq, id, line FROM mail.transcript WHERE name = $2 AND message <= $3`;

/** Conversations line by line. */
export const transcriptTable = {
  /** How many of the lines could be added. */
  async append(
    connection: Connection,
    name: string,
    { message, after, id }: NewLines,
    lines: string[],
  ): Promise<number> {
    const key = id === undefined ? null : toKeyColumn(id);
    return (await connection.run(insert, [toKeyColumn(name), message, after, key, lines])).length;
  },

  async head(connection: Connection, name: string): Promise<number> {
    const [row] = await connection.run<{ message: number }>(selectHead, [toKeyColumn(name)]);
    return row?.message ?? 0;
  },

  async find(connection: Connection, name: string, id: string): Promise<number | undefined> {
    const [row] = await connection.run<{ message: number }>(selectNamed, [toKeyColumn(name), toKeyColumn(id)]);
    return row?.message;
  },

  async read(connection: Connection, name: string, message: number, page: LinePage): Promise<TranscriptLine[]> {
    const { after, limit, maxBytes = null } = page;
    const rows = await connection.run<TranscriptRow>(selectLines, [toKeyColumn(name), message, after, limit, maxBytes]);
    return rows.map((row) => toTranscriptLine(row));
  },

  async messages(connection: Connection, name: string, from: number, to: number): Promise<TranscriptLine[]> {
    const rows = await connection.run<TranscriptRow>(selectMessages, [toKeyColumn(name), from, to]);
    return rows.map((row) => toTranscriptLine(row));
  },

  copy(connection: Connection, from: string, to: string, through: number): Promise<unknown> {
    return connection.run(copy, [toKeyColumn(to), toKeyColumn(from), through]);
  },
};

/**
 * That things were deleted, and hashes of the idempotency keys of tasks that were. Only adds something: programs that know
 * four steps go on.
 */
export const deletionRecords = `
CREATE TABLE deletion (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  at INTEGER NOT NULL,
  what TEXT NOT NULL,
  hash TEXT NOT NULL,
  actor TEXT NOT NULL,
  why TEXT NOT NULL,
  counts TEXT NOT NULL
) STRICT;
CREATE INDEX deletion_actor ON deletion (actor);
CREATE TABLE buried_key (
  hash TEXT NOT NULL,
  task INTEGER NOT NULL,
  PRIMARY KEY (hash, task)
) STRICT, WITHOUT ROWID;
CREATE INDEX buried_key_task ON buried_key (task);
INSERT OR REPLACE INTO record (kind, id, value) VALUES ('schema', 'least', '{"version":4}');
`;

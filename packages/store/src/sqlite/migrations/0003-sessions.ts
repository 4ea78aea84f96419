/**
 * Chat sessions. The version is the row's own number, which SQLite never gives twice; the index of an owner's sessions has
 * it as well, so a page of them is read in order.
 */
export const sessions = `
CREATE TABLE session (
  version INTEGER PRIMARY KEY AUTOINCREMENT,
  role TEXT NOT NULL,
  owner TEXT NOT NULL,
  id TEXT NOT NULL,
  agent TEXT NOT NULL,
  title TEXT NOT NULL,
  task_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  branches TEXT NOT NULL,
  data TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX session_name ON session (role, owner, id);
CREATE INDEX session_list ON session (role, owner);
`;

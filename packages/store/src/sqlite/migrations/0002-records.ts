/**
 * Things kept beside tasks. Replacing a row gives it the next number, and `AUTOINCREMENT` never gives one out again, so
 * the row's number is the record's version.
 */
export const records = `
CREATE TABLE record (
  version INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  value TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX record_name ON record (kind, id);
`;

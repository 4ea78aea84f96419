/**
 * Model calls that have gone out, until the log tells of them: what is left of a process that was killed. Only adds
 * something: programs that know four steps go on.
 */
export const begunCalls = `
CREATE TABLE begun_call (
  task INTEGER NOT NULL,
  id TEXT NOT NULL,
  agent TEXT NOT NULL,
  call TEXT NOT NULL,
  PRIMARY KEY (task, id)
) STRICT, WITHOUT ROWID;
INSERT OR REPLACE INTO record (kind, id, value) VALUES ('schema', 'least', '{"version":4}');
`;

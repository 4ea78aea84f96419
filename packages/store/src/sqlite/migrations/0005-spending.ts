/**
 * What model calls have used up, by day, swarm, caller and process; the row without a caller has the sum of its swarm. The
 * index finds tasks that wait, for whoever lets them go on. Both only add something.
 */
export const spending = `
CREATE TABLE spending (
  day TEXT NOT NULL,
  swarm TEXT NOT NULL,
  role TEXT NOT NULL,
  owner TEXT NOT NULL,
  process TEXT NOT NULL,
  calls INTEGER NOT NULL,
  input_tokens INTEGER NOT NULL,
  output_tokens INTEGER NOT NULL,
  cost REAL NOT NULL,
  PRIMARY KEY (day, swarm, role, owner, process)
) STRICT, WITHOUT ROWID;
CREATE INDEX task_paused ON task (swarm) WHERE status = 'paused';
INSERT OR REPLACE INTO record (kind, id, value) VALUES ('schema', 'least', '{"version":4}');
`;

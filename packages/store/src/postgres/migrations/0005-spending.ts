/**
 * What model calls have used up, by day, swarm, caller and process; the row without a caller has the sum of its swarm. A
 * process writes over several connections, and each adds to rows of its own: one row for all of them would make every
 * transaction wait for the one before. The index finds tasks that wait, for whoever lets them go on. Both only add something.
 */
export const spending = `
CREATE TABLE mail.spending (
  day text COLLATE "C" NOT NULL,
  swarm text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  process text COLLATE "C" NOT NULL,
  lane int NOT NULL,
  calls bigint NOT NULL,
  input_tokens bigint NOT NULL,
  output_tokens bigint NOT NULL,
  cost double precision NOT NULL,
  PRIMARY KEY (day, swarm, role, owner, process, lane)
) WITH (fillfactor = 50);
CREATE INDEX task_paused ON mail.task (swarm, id) WHERE status = 'paused';
INSERT INTO mail.record (kind, id, version, value) VALUES ('schema', 'least', 0, '{"version":4}')
  ON CONFLICT (kind, id) DO UPDATE SET value = excluded.value;
`;

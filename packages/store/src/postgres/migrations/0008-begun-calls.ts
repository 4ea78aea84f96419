/**
 * Model calls that have gone out, until the log tells of them: what is left of a process that was killed. Only adds
 * something: programs that know four steps go on.
 */
export const begunCalls = `
CREATE TABLE mail.begun_call (
  task bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  agent text COLLATE "C" NOT NULL,
  call text NOT NULL,
  PRIMARY KEY (task, id)
);
UPDATE mail.record_version SET version = version + 1;
INSERT INTO mail.record (kind, id, version, value)
  SELECT 'schema', 'least', version, '{"version":4}' FROM mail.record_version
  ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, value = excluded.value;
`;

/**
 * What is left of deleted tasks stays in their rows, under a role that nobody asks for. `sweep` says when there is
 * something to erase, `tell` when somebody is to be told. Only adds something: programs that know four steps go on.
 */
export const tombstones = `
ALTER TABLE mail.task ADD COLUMN sweep bigint;
ALTER TABLE mail.task ADD COLUMN tell bigint;
CREATE INDEX task_sweep ON mail.task (sweep) WHERE sweep IS NOT NULL;
CREATE INDEX task_tell ON mail.task (tell) WHERE tell IS NOT NULL;
UPDATE mail.record_version SET version = version + 1;
INSERT INTO mail.record (kind, id, version, value)
  SELECT 'schema', 'least', version, '{"version":4}' FROM mail.record_version
  ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, value = excluded.value;
`;

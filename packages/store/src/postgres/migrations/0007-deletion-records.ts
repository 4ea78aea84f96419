/**
 * That things were deleted, and hashes of the idempotency keys of tasks that were. Only adds something: programs that know
 * four steps go on.
 */
export const deletionRecords = `
CREATE TABLE mail.deletion (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at bigint NOT NULL,
  what text NOT NULL,
  hash text NOT NULL,
  actor text COLLATE "C" NOT NULL,
  why text NOT NULL,
  counts text NOT NULL
);
CREATE INDEX deletion_actor ON mail.deletion (actor);
CREATE TABLE mail.buried_key (
  hash text COLLATE "C" NOT NULL,
  task bigint NOT NULL,
  PRIMARY KEY (hash, task)
);
CREATE INDEX buried_key_task ON mail.buried_key (task);
UPDATE mail.record_version SET version = version + 1;
INSERT INTO mail.record (kind, id, version, value)
  SELECT 'schema', 'least', version, '{"version":4}' FROM mail.record_version
  ON CONFLICT (kind, id) DO UPDATE SET version = excluded.version, value = excluded.value;
`;

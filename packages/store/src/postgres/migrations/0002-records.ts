/**
 * Things kept beside tasks. All versions come from one row, whose lock makes them visible in the order of their numbers:
 * with a sequence, somebody who asks for what is newer could miss one that was slow.
 */
export const records = `
CREATE TABLE mail.record (
  kind text COLLATE "C" NOT NULL,
  id text COLLATE "C" NOT NULL,
  long_id text,
  version bigint NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE TABLE mail.record_version (version bigint NOT NULL);
INSERT INTO mail.record_version VALUES (0);
`;

/**
 * Chat sessions. Versions come from a sequence: they need to be different from each other and later ones higher, and
 * nobody has to wait for anybody else's.
 */
export const sessions = `
CREATE SEQUENCE mail.session_version;
CREATE TABLE mail.session (
  role text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  long_owner text,
  id text COLLATE "C" NOT NULL,
  long_id text,
  version bigint NOT NULL DEFAULT nextval('mail.session_version'),
  agent text NOT NULL,
  title text NOT NULL,
  task_id text NOT NULL,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  branches text NOT NULL,
  data text NOT NULL,
  PRIMARY KEY (role, owner, id)
);
CREATE INDEX session_list ON mail.session (role, owner, version);
`;

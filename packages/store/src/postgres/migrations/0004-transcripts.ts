/**
 * Conversations with agents that keep no log of their own, line by line. Only the first line of a message has its id, so
 * that the index of ids has one row per message.
 */
export const transcripts = `
CREATE TABLE mail.transcript (
  name text COLLATE "C" NOT NULL,
  message bigint NOT NULL,
  seq bigint NOT NULL,
  id text COLLATE "C",
  line text NOT NULL,
  PRIMARY KEY (name, message, seq)
);
CREATE UNIQUE INDEX transcript_id ON mail.transcript (name, id) WHERE id IS NOT NULL;
ALTER TABLE mail.session ADD COLUMN unfinished smallint NOT NULL DEFAULT 0;
CREATE INDEX session_unfinished ON mail.session (version) WHERE unfinished = 1;
`;

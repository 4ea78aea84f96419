/**
 * Conversations with agents that keep no log of their own, line by line. Only the first line of a message has its id, so
 * that the index of ids has one row per message.
 */
export const transcripts = `
CREATE TABLE transcript (
  name TEXT NOT NULL,
  message INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  id TEXT,
  line TEXT NOT NULL,
  PRIMARY KEY (name, message, seq)
) STRICT;
CREATE UNIQUE INDEX transcript_id ON transcript (name, id) WHERE id IS NOT NULL;
ALTER TABLE session ADD COLUMN unfinished INTEGER NOT NULL DEFAULT 0;
CREATE INDEX session_unfinished ON session (unfinished) WHERE unfinished = 1;
`;

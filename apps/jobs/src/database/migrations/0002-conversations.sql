-- Chats about postings. `parts` is what was said; the flat columns repeat it for readers that know only text, and are
-- written in the same statement.

CREATE TABLE conversations (
  owner_id INTEGER NOT NULL REFERENCES owners (id) ON DELETE CASCADE,
  id TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  title TEXT,
  -- What the page showed when something was last said.
  metadata TEXT NOT NULL DEFAULT '{}',
  -- What the chat itself has to know: the answer that is being written, how many messages there are, what was spent.
  session TEXT NOT NULL,
  version INTEGER NOT NULL,
  is_unfinished INTEGER NOT NULL DEFAULT 0 CHECK (is_unfinished IN (0, 1)),
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  PRIMARY KEY (owner_id, id)
);
CREATE INDEX conversations_by_owner ON conversations (owner_id, updated_at);
CREATE INDEX conversations_unfinished ON conversations (is_unfinished) WHERE is_unfinished = 1;

CREATE TABLE chat_messages (
  owner_id INTEGER NOT NULL,
  conversation_id TEXT NOT NULL,
  id TEXT NOT NULL,
  seq INTEGER NOT NULL,
  role TEXT NOT NULL CHECK (role IN ('user', 'assistant')),
  content TEXT NOT NULL,
  reasoning TEXT,
  tool_calls TEXT,
  parts TEXT NOT NULL,
  metadata TEXT NOT NULL DEFAULT '{}',
  timestamp TEXT NOT NULL,
  finish_reason TEXT,
  usage TEXT,
  created_at TEXT NOT NULL,
  PRIMARY KEY (owner_id, conversation_id, id),
  UNIQUE (owner_id, conversation_id, seq),
  FOREIGN KEY (owner_id, conversation_id) REFERENCES conversations (owner_id, id) ON DELETE CASCADE
);
CREATE INDEX chat_messages_by_id ON chat_messages (owner_id, id);

/**
 * Tasks and everything that belongs to one. `log`, `mail` and `turn` keep their rowids: with `WITHOUT ROWID` every row
 * of a kilobyte would get an overflow page, and every task a page of its own to append to; measured, that is three
 * times slower. Time is in milliseconds since 1970.
 */
export const tasks = `
CREATE TABLE task (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  swarm TEXT NOT NULL,
  role TEXT NOT NULL,
  owner TEXT NOT NULL,
  task_id TEXT NOT NULL,
  status TEXT NOT NULL,
  run INTEGER NOT NULL,
  open_run INTEGER,
  epoch INTEGER NOT NULL,
  head INTEGER NOT NULL,
  last_order INTEGER NOT NULL,
  node TEXT,
  wake INTEGER,
  change INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  data TEXT NOT NULL
) STRICT;
CREATE UNIQUE INDEX task_name ON task (swarm, role, owner, task_id);
CREATE INDEX task_list ON task (swarm, role, owner);
CREATE INDEX task_claimable ON task (swarm, wake) WHERE node IS NULL AND wake IS NOT NULL;
CREATE INDEX task_owned ON task (node) WHERE node IS NOT NULL;
CREATE INDEX task_change ON task (change);

CREATE TABLE log (
  task INTEGER NOT NULL,
  seq INTEGER NOT NULL,
  at INTEGER NOT NULL,
  entry TEXT NOT NULL,
  PRIMARY KEY (task, seq)
) STRICT;

CREATE TABLE mail (
  task INTEGER NOT NULL,
  id TEXT NOT NULL,
  mailbox TEXT NOT NULL,
  tier INTEGER NOT NULL,
  arrival INTEGER NOT NULL,
  due INTEGER NOT NULL,
  run INTEGER,
  message TEXT NOT NULL,
  PRIMARY KEY (task, id)
) STRICT;

CREATE TABLE turn (
  task INTEGER NOT NULL,
  agent TEXT NOT NULL,
  turn INTEGER NOT NULL,
  run INTEGER NOT NULL,
  done INTEGER NOT NULL,
  summary_through INTEGER,
  data TEXT NOT NULL,
  PRIMARY KEY (task, agent, turn)
) STRICT;
CREATE INDEX turn_open ON turn (task) WHERE done = 0;
CREATE INDEX turn_summary ON turn (task, agent, turn) WHERE summary_through IS NOT NULL;

CREATE TABLE live_text (
  task INTEGER NOT NULL,
  agent TEXT NOT NULL,
  turn INTEGER NOT NULL,
  attempt INTEGER NOT NULL,
  part INTEGER NOT NULL,
  kind TEXT NOT NULL,
  text TEXT NOT NULL,
  PRIMARY KEY (task, agent, turn, attempt, part)
) STRICT;

CREATE TABLE once (
  task INTEGER NOT NULL,
  name TEXT NOT NULL,
  head INTEGER NOT NULL,
  entries INTEGER NOT NULL,
  PRIMARY KEY (task, name)
) STRICT, WITHOUT ROWID;

CREATE TABLE node (
  name TEXT PRIMARY KEY,
  beat INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`;

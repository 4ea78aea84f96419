/**
 * Tasks and everything that belongs to one. Time is in milliseconds since 1970, JSON is kept as the text it was, and text
 * is compared byte by byte. `long_…` is the text of an id that is too long for an index, beside which its digest stands.
 *
 * A task's row has room for its next version on the same page, and nothing that changes with every write is indexed, so
 * that most writes need not touch an index. What has changed is listed in `change`, by the number of the transaction.
 * Live text is not worth the write-ahead log: it is written anew every few milliseconds, and soon recorded elsewhere.
 */
export const tasks = `
CREATE TABLE mail.task (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  swarm text COLLATE "C" NOT NULL,
  role text COLLATE "C" NOT NULL,
  owner text COLLATE "C" NOT NULL,
  task_id text COLLATE "C" NOT NULL,
  long_task_id text,
  status text COLLATE "C" NOT NULL,
  run bigint NOT NULL,
  open_run bigint,
  epoch bigint NOT NULL,
  head bigint NOT NULL,
  last_order bigint NOT NULL,
  node text COLLATE "C",
  wake bigint,
  created_at bigint NOT NULL,
  updated_at bigint NOT NULL,
  data text NOT NULL,
  UNIQUE (swarm, role, owner, task_id)
) WITH (fillfactor = 75);
CREATE INDEX task_list ON mail.task (swarm, role, owner, id);
CREATE INDEX task_claimable ON mail.task (swarm, wake) WHERE node IS NULL AND wake IS NOT NULL;
CREATE INDEX task_owned ON mail.task (node) WHERE node IS NOT NULL;

CREATE TABLE mail.log (
  task bigint NOT NULL,
  seq bigint NOT NULL,
  at bigint NOT NULL,
  entry text NOT NULL,
  PRIMARY KEY (task, seq)
);

CREATE TABLE mail.mail (
  task bigint NOT NULL,
  id text COLLATE "C" NOT NULL,
  long_id text,
  mailbox text NOT NULL,
  tier smallint NOT NULL,
  arrival bigint NOT NULL,
  due bigint NOT NULL,
  run bigint,
  message text NOT NULL,
  PRIMARY KEY (task, id)
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

CREATE TABLE mail.turn (
  task bigint NOT NULL,
  agent text COLLATE "C" NOT NULL,
  turn bigint NOT NULL,
  run bigint NOT NULL,
  done boolean NOT NULL,
  summary_through bigint,
  data text NOT NULL,
  PRIMARY KEY (task, agent, turn)
);
CREATE INDEX turn_open ON mail.turn (task) WHERE NOT done;
CREATE INDEX turn_summary ON mail.turn (task, agent, turn) WHERE summary_through IS NOT NULL;

CREATE UNLOGGED TABLE mail.live_text (
  task bigint NOT NULL,
  agent text COLLATE "C" NOT NULL,
  turn bigint NOT NULL,
  attempt bigint NOT NULL,
  part bigint NOT NULL,
  kind text NOT NULL,
  text text NOT NULL,
  PRIMARY KEY (task, agent, turn, attempt, part)
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);

CREATE TABLE mail.once (
  task bigint NOT NULL,
  name text COLLATE "C" NOT NULL,
  head bigint NOT NULL,
  entries bigint NOT NULL,
  PRIMARY KEY (task, name)
);

CREATE TABLE mail.node (
  name text COLLATE "C" PRIMARY KEY,
  beat bigint NOT NULL
);

CREATE TABLE mail.change (
  xact xid8 NOT NULL,
  token bigint NOT NULL,
  task bigint,
  at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_threshold = 1000);
CREATE INDEX change_xact ON mail.change (xact);
`;

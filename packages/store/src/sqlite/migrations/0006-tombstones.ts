/**
 * What is left of deleted tasks stays in their rows, under a role that nobody asks for. `sweep` says when there is
 * something to erase, `tell` when somebody is to be told. Only adds something: programs that know four steps go on.
 */
export const tombstones = `
ALTER TABLE task ADD COLUMN sweep INTEGER;
ALTER TABLE task ADD COLUMN tell INTEGER;
CREATE INDEX task_sweep ON task (sweep) WHERE sweep IS NOT NULL;
CREATE INDEX task_tell ON task (tell) WHERE tell IS NOT NULL;
INSERT OR REPLACE INTO record (kind, id, value) VALUES ('schema', 'least', '{"version":4}');
`;

import { openStore } from '@posthouse/store';
import { beforeAll, describe, expect, it } from 'vitest';
import { RawSession } from '../../packages/store/src/postgres/__fixtures__/raw-session.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

const { newURL } = usePostgres();
let url: string;

const FILL = `
  INSERT INTO mail.task (swarm, role, owner, task_id, status, run, epoch, head, last_order, node, wake, created_at,
      updated_at, data)
    SELECT 'alpha', 'user', 'user ' || n % 100, 'task ' || n, 'complete', 1, 1, 3, 0,
      CASE WHEN n % 50 = 0 THEN 'node-a' END, CASE WHEN n % 40 = 0 THEN n END, 0, 0, '{}' FROM generate_series(1, 20000) n;
  INSERT INTO mail.log SELECT n % 2000 + 1, n / 2000 + 1, 0, '{}' FROM generate_series(0, 39999) n;
  INSERT INTO mail.mail (task, id, mailbox, tier, arrival, due, message)
    SELECT n % 2000 + 1, 'm-' || n, 'a', 5, n, 0, '{}' FROM generate_series(1, 20000) n;
  INSERT INTO mail.turn (task, agent, turn, run, done, data)
    SELECT n % 2000 + 1, 'a', n / 2000, 1, n % 19 <> 0, '{}' FROM generate_series(0, 39999) n;
  INSERT INTO mail.session (role, owner, id, agent, title, task_id, created_at, updated_at, branches, data)
    SELECT 'user', 'user ' || n % 100, 'session ' || n, 'alpha', '', '', 0, 0, '[]', '{}' FROM generate_series(1, 20000) n;
  INSERT INTO mail.change SELECT (n::text)::xid8, 1, n FROM generate_series(1, 20000) n;
  ANALYZE`;

beforeAll(async () => {
  url = await newURL();
  await (await openStore(url))[Symbol.asyncDispose]();
  await using session = await RawSession.open(url);
  await session.run(FILL);
});

async function planOf(sql: string): Promise<string> {
  await using session = await RawSession.open(url);
  const rows = await session.run(`EXPLAIN ${sql}`);
  return rows.map((row) => String(row['QUERY PLAN'])).join('\n');
}

describe('queries over many finished tasks', () => {
  it.each([
    [
      'a task is found by its key',
      'SELECT * FROM mail.task WHERE id = ANY(ARRAY[7, 8]::bigint[]) ORDER BY id',
      'task_pkey',
    ],
    [
      'a task is found by its name',
      "SELECT * FROM mail.task WHERE swarm = 'alpha' AND role = 'user' AND owner = 'user 1' AND task_id = 'task 1'",
      'task_swarm_role_owner_task_id_key',
    ],
    [
      "a page of an owner's tasks is read in order",
      "SELECT * FROM mail.task WHERE swarm = 'alpha' AND role = 'user' AND owner = 'user 1' AND id < 9999 ORDER BY id DESC LIMIT 10",
      'task_list',
    ],
    [
      'tasks that wait are claimed in order',
      "SELECT id, wake FROM mail.task WHERE node IS NULL AND swarm = 'alpha' AND wake <= 9999 ORDER BY wake LIMIT 10 FOR NO KEY UPDATE SKIP LOCKED",
      'task_claimable',
    ],
    ['the tasks of a node are found', "SELECT id FROM mail.task WHERE node = ANY(ARRAY['node-b'])", 'task_owned'],
    [
      'the log is read from a place on',
      'SELECT * FROM mail.log WHERE task = 7 AND seq > 3 ORDER BY seq LIMIT 10',
      'log_pkey',
    ],
    ['the mail of a task is found', 'SELECT min(due) FROM mail.mail WHERE task = 7', 'mail_pkey'],
    ['open turns are found', 'SELECT FROM mail.turn WHERE task = 7 AND NOT done', 'turn_open'],
    [
      "an agent's history is read in order",
      "SELECT * FROM mail.turn WHERE task = 7 AND agent = 'a' AND done AND turn > 3 ORDER BY turn",
      'turn_pkey',
    ],
    [
      'a session is found by its name',
      "SELECT * FROM mail.session WHERE role = 'user' AND owner = 'user 1' AND id = 'session 1'",
      'session_pkey',
    ],
    [
      "a page of an owner's sessions is read in order",
      "SELECT * FROM mail.session WHERE role = 'user' AND owner = 'user 1' AND version < 9999 ORDER BY version DESC LIMIT 10",
      'session_list',
    ],
    [
      'what has changed is found',
      "SELECT * FROM mail.change WHERE xact >= '19990'::xid8 AND NOT pg_visible_in_snapshot(xact, '19990:19990:')",
      'change_xact',
    ],
  ])('a query uses an index: %s', async (_, sql, index) => {
    const plan = await planOf(sql);
    expect(plan).toContain(index);
    expect(plan).not.toContain('Seq Scan');
  });
});

describe('the row of a task', () => {
  it('the row of a task is updated without touching an index, as long as the task only continues', async () => {
    await using store = await openStore(url);
    await using session = await RawSession.open(url);
    const owner = { swarm: 'hot', role: 'user', id: 'alice' } as const;
    const { task } = await store.commit({
      task: { owner, taskId: 't' },
      entries: [{ run: 1, type: 'run-started', answerId: 'a' }],
      claim: 'node-a',
    });
    const updates = async () => {
      await session.run('SELECT pg_stat_clear_snapshot()');
      const [row] = await session.run(
        "SELECT n_tup_upd, n_tup_hot_upd FROM pg_stat_user_tables WHERE relid = 'mail.task'::regclass",
      );
      return { all: Number(row?.n_tup_upd), hot: Number(row?.n_tup_hot_upd) };
    };
    // What has been counted so far gets here with some delay.
    await expect.poll(async () => (await updates()).all, { timeout: 15_000 }).toBeGreaterThan(0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    const before = await updates();
    for (let count = 0; count < 40; count += 1) {
      await store.commit({ task: task.key, entries: [{ run: 1, type: 'notice', code: 'c', text: 't' }] });
    }
    await store[Symbol.asyncDispose]();
    await expect.poll(async () => (await updates()).all - before.all, { timeout: 15_000 }).toBeGreaterThanOrEqual(40);
    const after = await updates();
    expect((after.hot - before.hot) / (after.all - before.all)).toBeGreaterThan(0.9);
  });
});

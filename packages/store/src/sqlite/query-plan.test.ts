import { describe, expect, it } from 'vitest';
import { openConnection } from './open-connection.ts';
import { openTables } from './tables/tables.ts';

/** Every statement the store prepares, with SQLite's plan for it. */
function plans(): { statement: string; plan: string }[] {
  const database = openConnection(':memory:', 'full');
  const prepare = database.prepare.bind(database);
  const statements: string[] = [];
  database.prepare = (statement: string) => {
    statements.push(statement);
    return prepare(statement);
  };
  openTables(database).log.append(1, 0, 0, ['{}']);
  const found = statements.map((statement) => ({
    statement: statement.replaceAll(/\s+/g, ' ').trim(),
    plan: prepare(`EXPLAIN QUERY PLAN ${statement}`)
      .all()
      .map(({ detail }) => String(detail))
      .join('; '),
  }));
  database.close();
  return found;
}

const all = plans();
const planOf = (beginning: string): string | undefined =>
  all.find(({ statement }) => statement.startsWith(beginning))?.plan;

describe('the statements of the store', () => {
  it('finds all statements of the store', () => {
    expect(all.length).toBeGreaterThan(25);
  });

  it('scan no table, except the few nodes', () => {
    const scans = all.filter(({ plan }) => /SCAN (?!CONSTANT ROW)/.test(plan));
    expect(scans).toEqual([
      { statement: 'SELECT name FROM node ORDER BY name', plan: 'SCAN node' },
      { statement: 'SELECT name FROM node WHERE beat < ?', plan: 'SCAN node' },
    ]);
  });

  it('sort nothing that grows: not the log, not the list, not the claims', () => {
    const sorted = all.filter(({ plan }) => plan.includes('TEMP B-TREE'));
    const tables = sorted.map(({ statement }) => / FROM (\w+)/.exec(statement)?.[1]);
    // Mail that waits, turns that are open, live text; all turns of a task when it is forked; the callers of one day.
    expect(tables.toSorted()).toEqual(['live_text', 'mail', 'spending', 'turn', 'turn']);
  });

  it('find what can be claimed in an index of nothing else', () => {
    expect(planOf('SELECT id, wake FROM task')).toBe('SEARCH task USING INDEX task_claimable (swarm=? AND wake<?)');
    expect(planOf('UPDATE task SET node = NULL')).toBe('SEARCH task USING INDEX task_owned (node=?)');
  });

  it('find paused tasks in an index of nothing else', () => {
    const paused = all.filter(({ statement }) => statement.includes("status = 'paused'"));
    expect(paused).toHaveLength(2);
    for (const { plan } of paused) expect(plan).toContain('INDEX task_paused (swarm=?');
  });

  it('find the newest summary without reading the turns before it', () => {
    const plan = all.find(({ statement }) => statement.includes('summary_through IS NOT NULL'))?.plan;
    expect(plan).toBe('SEARCH turn USING INDEX turn_summary (task=? AND agent=?)');
  });

  it('find open turns without reading the done ones', () => {
    const open = all.filter(({ statement }) => statement.includes('done = 0'));
    expect(open).toHaveLength(2);
    for (const { plan } of open) expect(plan).toContain('INDEX turn_open (task=?)');
  });

  it('no statement looks for a task by its id alone', () => {
    const byId = all.filter(({ statement }) => /WHERE .*task_id/.test(statement));
    expect(byId.length).toBeGreaterThan(0);
    for (const { statement } of byId)
      expect(statement).toContain('swarm = ? AND role = ? AND owner = ? AND task_id = ?');
  });

  it('statements look at the log, mail and turns of one task only', () => {
    const reads = all.filter(({ statement }) => /(FROM|UPDATE) (log|mail|turn|live_text|once) /.test(statement));
    expect(reads.length).toBeGreaterThan(10);
    for (const { statement } of reads)
      expect(statement).toMatch(/WHERE (NOT EXISTS \(SELECT 1 FROM turn WHERE )?task = \?/);
  });

  it('advance a task without touching indexes of unchanged columns', () => {
    const progress = all.find(({ statement }) => statement.startsWith('UPDATE task SET head = ?'));
    expect(progress?.statement).not.toMatch(/node|wake|swarm|owner/);
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startProgram } from './__fixtures__/start-program.ts';
import { runCommand } from './command.ts';
import { openDatabase } from './database/open-database.ts';

const SLOW = 120_000;
const TOKEN = 'a-token-for-scripts-only';
const auth = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };

/** Runs a command in this process, and hears what it says. */
async function run(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<{ code: number; output: string }> {
  const said: unknown[] = [];
  const spies = (['log', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((text) => said.push(text)),
  );
  try {
    const code = await runCommand(args, env);
    return { code, output: said.join('\n') };
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}

describe('the jobs program', () => {
  let folder = '';
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthouse-jobs-program-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = (name: string): string => join(folder, name);

  test(
    'lets a newcomer in by the code it prints, shows the demonstration, and ends on a signal',
    { timeout: SLOW },
    async () => {
      await using program = await startProgram(['--demo', '--data-dir', dataDir('demo')]);
      expect(program.output()).toContain('Loaded 40 demo postings and a resume.');
      expect(program.output()).toContain(`${program.url}/#code=${program.code}\n`);
      const paired = await fetch(`${program.url}/auth/pair`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ code: program.code, name: 'terminal' }),
      });
      const { token } = (await paired.json()) as { token: string };
      const headers = { authorization: `Bearer ${token}` };
      const { total } = (await (await fetch(`${program.url}/jobs?search=typescript`, { headers })).json()) as {
        total: number;
      };
      expect(total).toBeGreaterThan(5);
      const created = await run(['token', 'create', 'bob', '--data-dir', dataDir('demo')]);
      const [, bob] = /^([0-9a-f]{64})$/m.exec(created.output)!;
      const his = await fetch(`${program.url}/jobs`, { headers: { 'x-eve-token': bob! } });
      expect(await his.json()).toMatchObject({ total: 0 });
      expect(program.output()).not.toContain(token);
      expect(await program.stop()).toBe(0);
    },
  );

  test.each([
    [['--port', 'many'], {}, '"many"'],
    [['--colour'], {}, '--colour'],
    [['token', 'delete'], {}, 'Usage'],
    [['dance'], {}, 'Usage'],
    [[], { EVE_TOKEN: 'short' }, 'EVE_TOKEN'],
  ])('explains what is wrong with %j %j', async (args, env, sentence) => {
    expect(await run(args, env)).toEqual({ code: 2, output: expect.stringContaining(sentence) });
  });

  test('creates another owner even in a new folder without the first one', async () => {
    await run(['token', 'create', 'bob', '--data-dir', dataDir('fresh')]);
    using database = openDatabase(join(dataDir('fresh'), 'eve.db'));
    expect(database.sqlite.prepare('SELECT name FROM owners ORDER BY id').pluck().all()).toEqual(['me', 'bob']);
  });

  test('the jobs program prints help', async () => {
    expect(await run(['--help'])).toEqual({ code: 0, output: expect.stringContaining('--demo') });
  });

  test('a kill of the program loses nothing that it acknowledged', { timeout: SLOW * 5 }, async () => {
    const rounds = process.env.TEST_FULL === '1' ? 8 : 1;
    const promised: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await using program = await startProgram(['--data-dir', dataDir('mortal')], { EVE_TOKEN: TOKEN });
      const enough = Promise.withResolvers<void>();
      const life = new AbortController();
      const write = async (writer: number): Promise<void> => {
        for (let number = 0; !life.signal.aborted; number += 1) {
          const description = 'TypeScript and Kubernetes. '.repeat(40);
          const url = `https://example.com/${round}/${writer}/${number}`;
          const body = JSON.stringify({ title: `Job ${number}`, company: `Writer ${writer}`, url, description });
          const answer = await fetch(`${program.url}/jobs`, { method: 'POST', headers: auth, body });
          const { job } = (await answer.json()) as { job: { id: number } };
          promised.push(job.id);
          await fetch(`${program.url}/jobs/${job.id}`, {
            method: 'PATCH',
            headers: auth,
            body: '{"status":"applied"}',
          });
          if (number >= 10 + 7 * round) enough.resolve();
        }
      };
      const writers = [1, 2, 3].map((writer) => write(writer).catch(() => undefined));
      await enough.promise;
      await program.kill();
      life.abort();
      await Promise.all(writers);
    }
    using database = openDatabase(join(dataDir('mortal'), 'eve.db'));
    const ask = (query: string): unknown => database.sqlite.prepare(query).pluck().get();
    expect(ask('PRAGMA integrity_check')).toBe('ok');
    const ids = new Set(database.sqlite.prepare('SELECT id FROM jobs').pluck().all());
    expect(promised.filter((id) => !ids.has(id))).toEqual([]);
    expect(
      ask('SELECT count(*) FROM jobs WHERE id NOT IN (SELECT job_id FROM job_status_history WHERE old_status IS NULL)'),
    ).toBe(0);
    const changed = "status = 'applied'";
    const told = "id IN (SELECT job_id FROM job_status_history WHERE new_status = 'applied')";
    expect(ask(`SELECT count(*) FROM jobs WHERE (${changed}) <> (${told})`)).toBe(0);
    expect(ask(`SELECT count(*) FROM jobs_fts WHERE jobs_fts MATCH 'kubernetes'`)).toBe(ids.size);
  });
});

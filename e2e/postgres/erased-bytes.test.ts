import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { newId } from '@posthouse/protocol';
import { openStore, type Store } from '@posthouse/store';
import { describe, expect, it } from 'vitest';
import { eraseAll } from '../../packages/store/src/contract/__fixtures__/deletion-contract.ts';
import {
  alice,
  liveText,
  mailTo,
  notice,
  runStarted,
  sessionOf,
  turnOf,
} from '../../packages/store/src/contract/__fixtures__/samples.ts';
import { usePostgres } from '../../packages/store/src/postgres/__fixtures__/use-postgres.ts';

const { server } = usePostgres({ settings: { autovacuum: 'off' } });

/** Text that cannot be compressed, with the mark again and again, as long as what is kept out of line. */
const textOf = (mark: string, size: number): string =>
  Array.from({ length: Math.ceil(size / 60) }, () => `${mark} ${randomBytes(24).toString('base64')}`).join(' ');

async function live(store: Store, taskId: string, mark: string): Promise<void> {
  const { task } = await store.commit({
    task: { owner: alice, taskId },
    entries: [runStarted()],
    data: { title: mark },
  });
  for (const [place, size] of [100, 5_000, 700, 60_000, 1_500, 90].entries()) {
    const text = textOf(mark, size);
    await store.saveLive([{ task: task.key, text: liveText(mark, place + 1, { text }) }]);
    await store.commit({
      task: task.key,
      once: `${mark} ${newId()}`,
      entries: [notice(text)],
      put: [mailTo(mark, { body: text })],
      turns: [turnOf(mark, 1 + Math.floor(place / 2), { data: { said: text } })],
    });
    await store.transcripts.append({
      transcript: mark,
      message: place + 1,
      after: 0,
      id: `${mark} ${place}`,
      lines: [text],
    });
  }
}

describe('deleted data in PostgreSQL', () => {
  it('deleted data is in no row at once, stays in files of tables after VACUUM, and is in none, TOAST included, after VACUUM FULL', async () => {
    const database = await server().newDatabase();
    await using store = await openStore(server().url(database));
    const folder = await server().run(database, "SELECT current_setting('data_directory') AS folder");
    /** Files below the folder of the databases that contain a text. The write-ahead log is another folder. */
    const filesWith = (text: string): string[] => {
      const base = `${(folder.rows[0] as { folder: string }).folder}/base`;
      return execFileSync('sh', ['-c', `grep -rlF -- '${text}' '${base}' || true`], { encoding: 'utf8' })
        .split('\n')
        .filter(Boolean);
    };
    for (const mark of ['plain', 'secret-mark', 'plain-too']) await live(store, `${mark} ${newId()}`, mark);
    const { owner } = await store.sessions.put(
      sessionOf('secret-mark', { title: 'secret-mark', taskId: 'secret-mark' }),
    );
    await server().run(database, 'CHECKPOINT');
    expect(filesWith('secret-mark').length).toBeGreaterThan(5);

    for (const { key, taskId } of await store.list(alice, undefined, 10)) {
      if (taskId.startsWith('secret-mark')) await store.deletions.bury(key);
    }
    await store.sessions.delete(owner, 'secret-mark', { forGood: true });
    await eraseAll(store);
    const tables = await server().run(database, "SELECT tablename FROM pg_tables WHERE schemaname = 'mail'");
    for (const { tablename } of tables.rows as { tablename: string }[]) {
      const found = await server().run(
        database,
        `SELECT count(*)::int AS count FROM mail.${tablename} AS row WHERE row::text LIKE '%secret-mark%'`,
      );
      expect([tablename, found.rows]).toEqual([tablename, [{ count: 0 }]]);
    }
    // An ordinary one frees the room of deleted rows and overwrites nothing, as docs/deletion.md says.
    await server().run(database, 'VACUUM');
    await server().run(database, 'CHECKPOINT');
    expect(filesWith('secret-mark').length).toBeGreaterThan(0);
    await server().run(database, 'VACUUM FULL');
    await server().run(database, 'CHECKPOINT');
    expect(filesWith('secret-mark')).toEqual([]);
    expect(filesWith('plain').length).toBeGreaterThan(0);
  });
});

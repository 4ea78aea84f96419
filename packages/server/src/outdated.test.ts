import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openStore } from '@posthouse/store';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clerks } from './__fixtures__/clerks.ts';
import { recordingLogger } from './__fixtures__/recording-logger.ts';
import { until } from './__fixtures__/until.ts';
import { startServer } from './start-server.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'posthouse-outdated-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** What a newer Posthouse does to a database, of which a program has to know so many steps. */
function upgrade(file: string, { version, least }: { version: number; least?: number }): void {
  using database = new DatabaseSync(file);
  database.exec("DELETE FROM record WHERE kind = 'schema'");
  if (least !== undefined) {
    const insert = "INSERT OR REPLACE INTO record (kind, id, value) VALUES ('schema', 'least', ?)";
    database.prepare(insert).run(JSON.stringify({ version: least }));
  }
  database.exec(`PRAGMA user_version = ${version}`);
}

const auth = { authenticate: () => Promise.resolve({ role: 'user' as const, id: 'ada', token: 'ada' }) };

async function start(file: string) {
  const { logger, lines } = recordingLogger();
  const options = { port: 0, databaseURL: `sqlite:${file}`, auth, handleSignals: false };
  const server = await startServer(clerks(), { ...options, logger });
  const left = (): string[] =>
    lines.filter(({ message }) => message.startsWith('leaving')).map(({ message }) => message);
  const isUp = () =>
    fetch(`${server.url}/health`).then(
      ({ ok }) => ok,
      () => false,
    );
  return { server, left, isUp };
}

test('a server stops with one sentence when a newer one has changed the tables', async () => {
  const file = join(folder, 'posthouse.db');
  const { server, left, isUp } = await start(file);
  const answer = fetch(`${server.url}/message`, {
    method: 'POST',
    headers: { authorization: 'Bearer ada' },
    body: JSON.stringify({ body: 'wait 300' }),
  });
  await until(async () => (await server.served.store.nodes()).length > 0);
  upgrade(file, { version: 99 });
  expect(((await (await answer).json()) as { response: string }).response).toBe('waited 300');
  await until(async () => !(await isUp()));
  await server.stop();
  expect(left()).toEqual([
    expect.stringMatching(
      /^leaving: the database has version 99, this Posthouse knows versions up to \d+: use the newer/,
    ),
  ]);
  await expect(openStore(`sqlite:${file}`)).rejects.toThrow('the database has version 99');
});

test('a server stays when a newer one has only added something, and another may join', async () => {
  const file = join(folder, 'posthouse.db');
  const { server, left, isUp } = await start(file);
  upgrade(file, { version: 99, least: 4 });
  const beats = await server.served.store.nodes();
  await server.served.store.heartbeat(beats[0]!);
  await using store = await openStore(`sqlite:${file}`);
  await store.heartbeat('another');
  expect([await isUp(), left()]).toEqual([true, []]);
  await server.stop({ drainMs: 0 });
});

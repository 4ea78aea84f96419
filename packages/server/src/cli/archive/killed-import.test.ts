import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { exportOwner } from '@posthouse/runtime';
import { openStore, type Store } from '@posthouse/store';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Stage } from '../../__fixtures__/stage.ts';
import { until } from '../../__fixtures__/until.ts';
import { startPosthouse } from '../__fixtures__/run-posthouse.ts';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'posthouse-killed-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const TASKS = 24;
const alice = { role: 'user', id: 'alice' } as const;
const desk = { swarm: 'desk', ...alice };

async function exported(store: Store): Promise<string> {
  let text = '';
  for await (const piece of exportOwner(store, alice)) text += piece;
  return text;
}

const linesOf = (text: string): string[] => text.trimEnd().split('\n').slice(1, -1).toSorted();

test('a killed import leaves only whole tasks, and can be continued', async () => {
  let text: string;
  {
    await using stage = await Stage.open();
    for (let task = 0; task < TASKS; task += 1) {
      await stage.post({ body: `${task} `.repeat(60_000), task_id: `t-${task}` });
    }
    text = await exported(stage.store);
  }
  writeFileSync(join(folder, 'alice.jsonl'), text);
  const environment = { DATABASE_URL: `sqlite:${join(folder, 'p.db')}` };
  await using store = await openStore(environment.DATABASE_URL);
  const tasks = () => store.list(desk, undefined, 100);

  const first = startPosthouse(['import', 'alice.jsonl'], { folder, environment });
  await until(async () => (await tasks()).length > 2);
  first.process.kill('SIGKILL');
  await first.ended;
  const left = await tasks();
  expect(left.length).toBeGreaterThan(2);
  const all = new Set(linesOf(text));
  const found = linesOf(await exported(store));
  expect(found.filter((line) => !all.has(line))).toEqual([]);
  expect(found.filter((line) => line.startsWith('{"type":"task-end"'))).toHaveLength(left.length);

  const second = startPosthouse(['import', 'alice.jsonl', '--skip-existing', '--json'], { folder, environment });
  expect(await second.ended).toBe(0);
  expect(JSON.parse(second.output())).toMatchObject({ tasks: TASKS - left.length, skipped: left.length });
  expect(linesOf(await exported(store))).toEqual(linesOf(text));
});

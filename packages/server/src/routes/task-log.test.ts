import type { LogEntry } from '@posthouse/protocol';
import { expect, test } from 'vitest';
import { Stage } from '../__fixtures__/stage.ts';

const LARGE = 240_000;

test('GET /tasks/{id}/log gives pages of a bounded size, which together are the whole log', async () => {
  await using stage = await Stage.open();
  for (let run = 0; run < 10; run += 1) await stage.post({ task_id: 'long', body: `${run} ${'x'.repeat(LARGE)}` });
  const entries: LogEntry[] = [];
  const sizes: number[] = [];
  for (let head = 1; (entries.at(-1)?.seq ?? 0) < head;) {
    const { body } = await stage.call(`/tasks/long/log?after=${entries.at(-1)?.seq ?? 0}`);
    const page = body as { head: number; entries: LogEntry[] };
    expect(page.entries).not.toEqual([]);
    entries.push(...page.entries);
    sizes.push(JSON.stringify(page.entries).length);
    ({ head } = page);
  }
  expect(entries.map(({ seq }) => seq)).toEqual(entries.map((_, at) => at + 1));
  expect(entries.filter(({ type }) => type === 'run-ended')).toHaveLength(10);
  expect(sizes.reduce((sum, size) => sum + size)).toBeGreaterThan(4 * 2 ** 20);
  expect(Math.max(...sizes)).toBeLessThan(1.5 * 2 ** 20);
  // Whoever asks for few entries gets few.
  expect((await stage.call('/tasks/long/log?limit=2')).body.entries).toHaveLength(2);
});

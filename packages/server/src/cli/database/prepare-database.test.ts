import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testTerminal } from '../__fixtures__/test-terminal.ts';
import { main } from '../main.ts';
import { toStepText } from './prepare-database.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'posthouse-database-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function init(words: string[] = [], environment: Record<string, string> = {}) {
  const terminal = testTerminal({ folder, environment });
  const code = await main(['db-init', ...words], terminal);
  return { code, output: terminal.said(), complaints: terminal.complained() };
}

describe('db-init', () => {
  test('creates the tables, reports each, and changes nothing when run again', async () => {
    const path = join(folder, 'own.db');
    const first = await init([], { DATABASE_URL: `sqlite:${path}` });
    expect(first).toMatchObject({ code: 0, complaints: '' });
    const tables = first.output.match(/^✓ table \w+$/gm) ?? [];
    expect(tables).toEqual(expect.arrayContaining(['✓ table task', '✓ table log', '✓ table mail', '✓ table turn']));
    expect(first.output.trimEnd().split('\n').at(-1)).toBe(`${tables.length} tables are ready in sqlite:${path}.`);
    expect(existsSync(path)).toBe(true);
    expect(await init([], { DATABASE_URL: `sqlite:${path}` })).toEqual(first);
  });

  test('uses the database of the configuration', async () => {
    await writeFile(join(folder, 'mail.toml'), `[server]\ndatabase_url = "sqlite:${join(folder, 'configured.db')}"\n`);
    expect((await init()).code).toBe(0);
    expect(existsSync(join(folder, 'configured.db'))).toBe(true);
    expect((await init(['--database-url', `sqlite:${join(folder, 'typed.db')}`])).code).toBe(0);
    expect(existsSync(join(folder, 'typed.db'))).toBe(true);
  });

  test('reports its steps as JSON', async () => {
    const { output } = await init(['--json', '--database-url', `sqlite:${join(folder, 'json.db')}`]);
    const steps = output
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { type: string });
    expect(steps).toContainEqual({ type: 'table', name: 'task' });
    expect(steps.at(-1)).toMatchObject({ type: 'ready', tables: steps.length - 1 });
  });

  test.each([
    ['sqlite::memory:', 2, 'is in memory'],
    ['none', 2, 'is in memory'],
    ['mysql://me:hunter2@host/x', 1, 'store URL'],
  ])('explains what is wrong with %s, without its password', async (url, code, sentence) => {
    const refused = await init([], { DATABASE_URL: url });
    expect(refused.code).toBe(code);
    expect(refused.complaints).toMatch(/^posthouse: [A-Z]/);
    expect(refused.complaints).toContain(sentence);
    expect(refused.complaints + refused.output).not.toContain('hunter2');
  });
});

describe('a step of db-init', () => {
  const imported = { tasks: 3, entries: 40, histories: 5, left: 0, unreadable: 0 };

  test.each([
    [{ type: 'table', name: 'mail.task' } as const, 'table mail.task'],
    [{ type: 'imported', imported: 'earlier' } as const, "what MAIL's reference had stored here was imported earlier"],
    [{ type: 'imported', imported } as const, "imported 3 tasks, 40 entries and 5 histories of MAIL's reference"],
    [
      { type: 'imported', imported: { ...imported, left: 2, unreadable: 1 } } as const,
      "imported 3 tasks, 40 entries and 5 histories of MAIL's reference; 2 tasks were left out, because their ids are taken or their owners unknown; 1 messages could not be read",
    ],
  ])('the step of db-init is printed: %j', (step, words) => {
    expect(toStepText(step)).toBe(words);
  });
});

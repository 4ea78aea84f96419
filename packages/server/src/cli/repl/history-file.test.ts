import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { historyPath, MAX_HISTORY_LINES, readHistoryFile, remember, trimHistory } from './history-file.ts';

let home: string;
beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'posthouse-history-'));
});
afterEach(() => rm(home, { recursive: true, force: true }));

describe('the prompt history', () => {
  test("the prompt history is in the user's state folder", () => {
    expect(historyPath({ home, environment: {} })).toBe(join(home, '.local/state/posthouse/history'));
    expect(historyPath({ home, environment: { XDG_STATE_HOME: '/state' } })).toBe('/state/posthouse/history');
  });

  test("uses the file of MAIL's own command where one exists", async () => {
    await writeFile(join(home, '.mail_history'), 'ping\n');
    expect(historyPath({ home, environment: {} })).toBe(join(home, '.mail_history'));
  });

  test('remembers lines in order, in a file that only their owner can read', async () => {
    const path = historyPath({ home, environment: {} });
    await remember(path, 'ping');
    await remember(path, 'message two\nlines');
    expect(await readHistoryFile(path)).toEqual(['ping', 'message two lines']);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  test('the prompt history is empty before the first line', async () => {
    expect(await readHistoryFile(join(home, 'none'))).toEqual([]);
  });

  test('reads both forms that Python writes', async () => {
    const path = join(home, 'history');
    await writeFile(path, '_HiStOrY_V2_\nmessage\\040hello\\040there\nping\n');
    expect(await readHistoryFile(path)).toEqual(['message hello there', 'ping']);
  });

  test('keeps the newest lines and is shortened when it has grown', async () => {
    const path = join(home, 'history');
    const lines = Array.from({ length: 2 * MAX_HISTORY_LINES + 1 }, (_, index) => `line ${index}`);
    await writeFile(path, `${lines.join('\n')}\n`);
    expect(await readHistoryFile(path)).toEqual(lines.slice(-MAX_HISTORY_LINES));
    await trimHistory(path);
    expect(await readFile(path, 'utf8')).toBe(`${lines.slice(-MAX_HISTORY_LINES).join('\n')}\n`);
    const before = await stat(path);
    await trimHistory(path);
    expect((await stat(path)).ino).toBe(before.ino);
  });

  test('a history that cannot be written does not stop the prompt', async () => {
    await writeFile(join(home, 'file'), '');
    const path = join(home, 'file', 'history');
    await expect(remember(path, 'ping')).resolves.toBeUndefined();
    await expect(trimHistory(path)).resolves.toBeUndefined();
    expect(await readHistoryFile(path)).toEqual([]);
  });
});

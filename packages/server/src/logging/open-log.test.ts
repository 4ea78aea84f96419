import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { DailyFile, openLog } from './open-log.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthouse-log-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('DailyFile', () => {
  test('writes one file per day, and appends to an existing one', () => {
    {
      using file = new DailyFile(folder);
      file.write('a', new Date('2026-05-01T23:59:59Z'));
      file.write('b', new Date('2026-05-02T00:00:00Z'));
    }
    using again = new DailyFile(folder);
    again.write('c', new Date('2026-05-02T09:00:00Z'));
    expect(readdirSync(folder)).toEqual(['mail_2026-05-01.log', 'mail_2026-05-02.log']);
    expect(readFileSync(join(folder, 'mail_2026-05-02.log'), 'utf8')).toBe('b\nc\n');
  });

  test('the file of a day is readable by its owner only', () => {
    using file = new DailyFile(folder);
    file.write('a', new Date('2026-05-01T00:00:00Z'));
    expect(statSync(join(folder, 'mail_2026-05-01.log')).mode & 0o777).toBe(0o600);
  });

  test('creates its folder, and fails at once when it cannot', () => {
    using _ = new DailyFile(join(folder, 'deep', 'down'));
    writeFileSync(join(folder, 'taken'), '');
    expect(() => new DailyFile(join(folder, 'taken'))).toThrow(/EEXIST/);
  });

  test('loses lines but never the server when its folder vanishes', () => {
    using file = new DailyFile(join(folder, 'logs'));
    rmSync(join(folder, 'logs'), { recursive: true });
    file.write('a', new Date());
    writeFileSync(join(folder, 'logs'), 'no folder any more');
    expect(() => file.write('b', new Date())).not.toThrow();
  });
});

describe('openLog', () => {
  test('prints lines and files them, without colours and without secrets', () => {
    const shown: string[] = [];
    {
      using log = openLog({
        level: 'info',
        format: 'pretty',
        folder,
        colour: true,
        secrets: ['swordfish'],
        write: (line) => shown.push(line),
      });
      log.logger.info('hello swordfish');
    }
    const [name] = readdirSync(folder);
    const filed = readFileSync(join(folder, name!), 'utf8');
    expect(shown[0]).toContain('\u001B[36minfo');
    expect(filed).toMatch(/^\d\d:\d\d:\d\d info {2}hello \*\*\*\n$/);
  });

  test('writes no file without a folder', () => {
    const shown: string[] = [];
    using log = openLog({ level: 'warn', format: 'json', secrets: [], write: (line) => shown.push(line) });
    log.logger.info('a');
    log.logger.warn('b');
    expect(shown).toHaveLength(1);
    expect(readdirSync(folder)).toEqual([]);
  });
});

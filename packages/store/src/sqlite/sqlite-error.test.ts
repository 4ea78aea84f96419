import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { isBusy, isConstraint, fromSQLiteError } from './sqlite-error.ts';

function sqliteError(errcode: number): Error {
  return Object.assign(new Error('as SQLite says it'), { code: 'ERR_SQLITE_ERROR', errcode });
}

describe('an error of SQLite', () => {
  it.each([
    [5, 'unavailable', 'another process has kept the database locked'],
    [8, 'unavailable', 'read-only'],
    [10, 'unavailable', 'check the disk'],
    [11, 'internal', 'restore it from a backup'],
    [13, 'unavailable', 'the disk is full'],
    [14, 'unavailable', 'cannot be opened'],
    [18, 'too_large', 'larger than SQLite can store'],
    [19, 'invalid_input', 'does not fit its column'],
    [26, 'internal', 'not an SQLite database'],
  ])('%d becomes %s with a sentence: %s', (errcode, code, sentence) => {
    const error = fromSQLiteError(sqliteError(errcode));
    expect(error).toMatchObject({ code, cause: { errcode } });
    expect(error.message).toContain(sentence);
    expect(error.message).toContain('as SQLite says it');
  });

  it('an error of SQLite is recognised by its primary code, whatever the extended one adds', () => {
    expect(fromSQLiteError(sqliteError(10 | (3 << 8))).message).toContain('check the disk');
    expect(isBusy(sqliteError(5 | (2 << 8)))).toBe(true);
    expect(isConstraint(sqliteError(1_555))).toBe(true);
    expect(isBusy(sqliteError(19))).toBe(false);
  });

  it('keeps its own message if it is unknown', () => {
    expect(fromSQLiteError(sqliteError(1))).toMatchObject({
      code: 'internal',
      message: 'the store failed: as SQLite says it',
    });
    expect(fromSQLiteError(new TypeError('odd'))).toMatchObject({ code: 'internal', message: 'the store failed: odd' });
    expect(fromSQLiteError('text')).toMatchObject({ code: 'internal', message: 'the store failed: text' });
    expect(isBusy('text')).toBe(false);
  });

  it('passes through if it is one of ours', () => {
    const error = new PosthouseError({ code: 'stale', message: 'moved on' });
    expect(fromSQLiteError(error)).toBe(error);
  });
});

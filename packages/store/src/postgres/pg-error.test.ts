import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { isDiskFull } from '../store-error.ts';
import { isConflict, isLost, fromPgError } from './pg-error.ts';

const withCode = (code: string): Error => Object.assign(new Error('as PostgreSQL says it'), { code });

describe('an error of PostgreSQL', () => {
  it.each([
    ['28P01', 'invalid_configuration', 'rejects the user or the password'],
    ['3D000', 'invalid_configuration', 'there is no such database'],
    ['42501', 'invalid_configuration', 'lacks a permission'],
    ['25006', 'unavailable', 'read-only'],
    ['53100', 'unavailable', 'disk of the database is full'],
    ['53300', 'unavailable', 'too many connections'],
    ['54000', 'too_large', 'larger than PostgreSQL can store'],
    ['54001', 'too_large', 'larger than PostgreSQL can store'],
    ['22P02', 'invalid_input', 'does not fit its column'],
    ['23502', 'invalid_input', 'does not fit its column'],
    ['40P01', 'unavailable', 'writing to the same rows'],
    ['57P01', 'unavailable', 'starting or shutting down'],
    ['08006', 'unavailable', 'the connection to the database was lost'],
    ['ECONNREFUSED', 'unavailable', 'cannot be reached'],
  ])('%s becomes %s with a sentence: %s', (code, expected, sentence) => {
    const error = fromPgError(withCode(code));
    expect(error).toMatchObject({ code: expected, cause: { code } });
    expect(error.message).toContain(sentence);
    expect(error.message).toContain('as PostgreSQL says it');
  });

  it('keeps its own message if it is unknown', () => {
    expect(fromPgError(withCode('XX000'))).toMatchObject({
      code: 'internal',
      message: 'the store failed: as PostgreSQL says it',
    });
    expect(fromPgError('text')).toMatchObject({ code: 'internal', message: 'the store failed: text' });
    expect(fromPgError(new TypeError('odd'))).toMatchObject({ code: 'internal', message: 'the store failed: odd' });
  });

  it('passes through if it is one of ours', () => {
    const error = new PosthouseError({ code: 'stale', message: 'moved on' });
    expect(fromPgError(error)).toBe(error);
  });
});

describe('a lost connection', () => {
  it.each(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT', '57P01', '57P03', '08001', '25P03', '53300'])(
    'the code %s means a lost connection',
    (code) => {
      expect(isLost(withCode(code))).toBe(true);
    },
  );

  it.each([
    'Connection terminated unexpectedly',
    'Connection terminated',
    'Client has encountered a connection error and is not queryable',
    'Query read timeout',
    'timeout expired',
    'timeout exceeded when trying to connect',
  ])("the driver's words %j mean a lost connection", (message) => {
    expect(isLost(new Error(message))).toBe(true);
    expect(fromPgError(new Error(message))).toMatchObject({ code: 'unavailable' });
  });

  it('other errors do not count as a lost connection', () => {
    for (const code of ['23505', '40001', '08', 'ERR_INVALID_ARG_TYPE']) expect(isLost(withCode(code))).toBe(false);
    for (const other of [new Error('boom'), 'ECONNRESET', undefined]) expect(isLost(other)).toBe(false);
    const ours = new PosthouseError({ code: 'unavailable', message: 'the connection terminated' });
    expect(isLost(ours)).toBe(false);
  });
});

describe('a conflict with others', () => {
  it('only a deadlock or a failure to serialize counts as a conflict', () => {
    expect(['40001', '40P01', '55P03', '23505'].map((code) => isConflict(withCode(code)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(isConflict('40001')).toBe(false);
  });
});

it('a full disk has a code of its own, because the same write may succeed later', () => {
  const full = fromPgError(Object.assign(new Error('could not extend file'), { code: '53100' }));
  expect([isDiskFull(full), isDiskFull(fromPgError(new Error('x')))]).toEqual([true, false]);
});

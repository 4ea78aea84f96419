import { describe, expect, test } from 'vitest';
import { ERROR_CODES } from './error-codes.ts';

const codes = Object.entries(ERROR_CODES);

describe('the table of error codes', () => {
  test.each(codes)('%s is snake_case', (code) => {
    expect(code).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });

  test.each(codes)('%s explains itself in whole sentences', (_, { meaning }) => {
    expect(meaning).toMatch(/^[A-Z].*\.$/);
    expect(meaning.split(' ').length).toBeGreaterThan(4);
  });

  test.each(codes)("%s has a valid HTTP status, and never asks to retry what is the caller's fault", (_, info) => {
    expect([200, 400, 401, 402, 403, 404, 405, 408, 409, 410, 413, 422, 429, 499, 500, 502, 503]).toContain(
      info.status,
    );
    const callersFault = [400, 401, 402, 403, 404, 405, 413, 422].includes(info.status);
    expect(callersFault && info.retryable).toBe(false);
  });

  test('no two codes mean the same', () => {
    expect(new Set(codes.map(([, { meaning }]) => meaning)).size).toBe(codes.length);
  });

  test('codes for what another process decided are retryable', () => {
    expect(ERROR_CODES.fenced.retryable && ERROR_CODES.stale.retryable && ERROR_CODES.unavailable.retryable).toBe(true);
  });
});

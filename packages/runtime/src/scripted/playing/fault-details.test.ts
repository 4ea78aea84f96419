import { describe, expect, it } from 'vitest';
import { faultMessage, faultStatus, retryAfterOf } from './fault-details.ts';

describe('faults', () => {
  it('say that the script asked for them, unless they have a message of their own', () => {
    expect(faultMessage({ kind: 'http', status: 503 })).toBe('The script asked for this error (status 503).');
    expect(faultMessage({ kind: 'error-event', afterChunks: 1 })).toBe('The script asked for this error (status 500).');
    expect(faultMessage({ kind: 'http', status: 503, message: 'Closed.' })).toBe('Closed.');
  });

  it('stand for status 500 unless told otherwise', () => {
    expect(faultStatus({ kind: 'error-event', afterChunks: 1 })).toBe(500);
    expect(faultStatus({ kind: 'error-event', afterChunks: 1, status: 529 })).toBe(529);
    expect(faultStatus({ kind: 'http', status: 401 })).toBe(401);
  });

  it('announce a retry when told to, and always with 429', () => {
    expect(retryAfterOf({ kind: 'http', status: 500 })).toBeUndefined();
    expect(retryAfterOf({ kind: 'http', status: 500, retryAfter: 7 })).toBe(7);
    expect(retryAfterOf({ kind: 'http', status: 429 })).toBe(1);
    expect(retryAfterOf({ kind: 'http', status: 429, retryAfter: 0 })).toBe(0);
  });
});

import { describe, expect, it } from 'vitest';
import { faultMessage, faultStatus, retryAfterOf } from './fault-details.ts';

describe('details of a fault', () => {
  it('say that the script asked for it, unless it has a message', () => {
    expect(faultMessage({ kind: 'http', status: 503 })).toBe('The script asked for this error (status 503).');
    expect(faultMessage({ kind: 'error-event', afterChunks: 1 })).toBe('The script asked for this error (status 500).');
    expect(faultMessage({ kind: 'http', status: 503, message: 'Closed.' })).toBe('Closed.');
  });

  it('a fault has status 500 by default', () => {
    expect(faultStatus({ kind: 'error-event', afterChunks: 1 })).toBe(500);
    expect(faultStatus({ kind: 'error-event', afterChunks: 1, status: 529 })).toBe(529);
    expect(faultStatus({ kind: 'http', status: 401 })).toBe(401);
  });

  it('ask for a retry when told to, and always with 429', () => {
    expect(retryAfterOf({ kind: 'http', status: 500 })).toBeUndefined();
    expect(retryAfterOf({ kind: 'http', status: 500, retryAfter: 7 })).toBe(7);
    expect(retryAfterOf({ kind: 'http', status: 429 })).toBe(1);
    expect(retryAfterOf({ kind: 'http', status: 429, retryAfter: 0 })).toBe(0);
  });
});

import { APICallError } from 'ai';
import { describe, expect, test } from 'vitest';
import { readRateLimit } from './read-rate-limit.ts';

const NOW = Date.parse('2030-01-01T00:00:00Z');

function refusal(statusCode: number, responseHeaders: Record<string, string> = {}, data?: unknown): APICallError {
  return new APICallError({
    message: 'no',
    url: 'https://api.example',
    requestBodyValues: {},
    statusCode,
    responseHeaders,
    data,
  });
}

describe('readRateLimit', () => {
  test.each([
    [{ 'retry-after-ms': '250', 'retry-after': '7' }, 250],
    [{ 'retry-after': '7' }, 7_000],
    [{ 'retry-after': '0.5' }, 500],
    [{ 'retry-after': 'Tue, 01 Jan 2030 00:00:30 GMT' }, 30_000],
    [{ 'retry-after': 'Mon, 31 Dec 2029 00:00:00 GMT' }, 0],
    [{ 'x-ratelimit-remaining-requests': '0', 'x-ratelimit-reset-requests': '6m0s' }, 360_000],
    [{ 'x-ratelimit-remaining-tokens': '0', 'x-ratelimit-reset-tokens': '20ms' }, 20],
    [
      { 'anthropic-ratelimit-requests-remaining': '0', 'anthropic-ratelimit-requests-reset': '2030-01-01T00:01:00Z' },
      60_000,
    ],
    [
      {
        'x-ratelimit-remaining-requests': '12',
        'x-ratelimit-reset-requests': '1h',
        'x-ratelimit-remaining-tokens': '0',
        'x-ratelimit-reset-tokens': '1.5s',
      },
      1_500,
    ],
  ])('reads when to try again from %j', (headers, waitMs) => {
    expect(readRateLimit(refusal(429, headers), NOW)).toEqual({ waitMs });
  });

  test.each([
    [{}],
    [{ 'retry-after': 'soon' }],
    [{ 'retry-after': '-1' }],
    [{ 'retry-after': '' }],
    // Seconds, or seconds since 1970? Nobody says.
    [{ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': '1893456000' }],
    [{ 'x-ratelimit-reset-requests': '6m0s' }],
  ])('finds no time to try again in %j', (headers) => {
    expect(readRateLimit(refusal(529, headers), NOW)).toEqual({});
  });

  test.each([
    ['another status', refusal(503, { 'retry-after': '7' })],
    ['an account without money', refusal(429, {}, { error: { code: 'insufficient_quota', message: 'pay' } })],
    ['an error of another kind', new Error('429')],
  ])('finds no rate limit in %s', (_, error) => {
    expect(readRateLimit(error, NOW)).toBeUndefined();
  });
});

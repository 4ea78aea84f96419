import { expect, test } from 'vitest';
import type { ProviderResponse } from './model-failure.ts';
import { watchAnswers } from './watch-answers.ts';

async function seenOf(
  status: number,
  headers: Record<string, string> = {},
  before: ProviderResponse = {},
): Promise<ProviderResponse> {
  const seen = { ...before };
  const response = await watchAnswers(
    async () => new Response('body', { status, headers }),
    seen,
  )('https://example.com');
  // Whoever asked gets the answer as it is.
  expect([response.status, await response.text()]).toEqual([status, 'body']);
  return seen;
}

test.each<[Record<string, string>, number | undefined]>([
  [{}, undefined],
  [{ 'retry-after': '7' }, 7],
  [{ 'retry-after': '1.2' }, 2],
  [{ 'retry-after-ms': '1500', 'retry-after': '60' }, 2],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': 'Thu, 01 Jan 1970 00:00:00 GMT' }, 0],
])('a refusal with %j has the wait %s', async (headers, retryAfter) => {
  expect(await seenOf(429, headers)).toEqual({ status: 429, ...(retryAfter !== undefined && { retryAfter }) });
});

test('a date in the future is counted from now', async () => {
  const { retryAfter } = await seenOf(503, { 'retry-after': new Date(Date.now() + 3_600_000).toUTCString() });
  expect(retryAfter).toBeGreaterThan(3_000);
  expect(retryAfter).toBeLessThanOrEqual(3_600);
});

test('a successful answer leaves nothing behind, not even of the one before', async () => {
  expect(await seenOf(200, { 'retry-after': '7' }, { status: 500, retryAfter: 1 })).toEqual({});
});

test('a connection without an answer leaves nothing behind', async () => {
  const seen: ProviderResponse = { status: 500 };
  const fetch = watchAnswers(async () => Promise.reject(new TypeError('fetch failed')), seen);
  await expect(fetch('https://example.com')).rejects.toThrow('fetch failed');
  expect(seen).toEqual({});
});

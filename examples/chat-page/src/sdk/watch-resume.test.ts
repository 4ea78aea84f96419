import { afterEach, expect, test, vi } from 'vitest';
import { watchResume } from './watch-resume.ts';

afterEach(() => void vi.unstubAllGlobals());

test.each([
  [204, 1],
  [200, 0],
  [404, 0],
])('a %i answer is reported %i times, and passed on', async (status, times) => {
  const given = new Response(null, { status });
  const fetched = vi.fn<typeof fetch>(() => Promise.resolve(given));
  vi.stubGlobal('fetch', fetched);
  const onNothing = vi.fn<() => void>();
  expect(await watchResume(onNothing)('/chat/c/stream', { method: 'GET' })).toBe(given);
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/chat/c/stream', { method: 'GET' });
  expect(onNothing).toHaveBeenCalledTimes(times);
});

import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { caught } from '../__fixtures__/caught.ts';
import { pause } from './pause.ts';
import { untilAborted } from './until-aborted.ts';

const never = new Promise<never>(() => undefined);

test('untilAborted settles with the work and leaves no listener on the signal', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(7), signal)).toBe(7);
  expect(await caught(untilAborted(Promise.reject(new Error('bad')), signal))).toEqual(new Error('bad'));
  expect(await untilAborted(Promise.resolve(7), undefined)).toBe(7);
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('untilAborted rejects at once for work that ignores the signal', async () => {
  const leaving = new AbortController();
  const outcome = caught(untilAborted(never, leaving.signal));
  leaving.abort(new Error('left'));
  expect(await outcome).toEqual(new Error('left'));
  expect(await caught(untilAborted(never, leaving.signal))).toEqual(new Error('left'));
});

test('untilAborted ignores a failure after the abort', async () => {
  const leaving = AbortSignal.abort(new Error('left'));
  expect(await caught(untilAborted(Promise.reject(new Error('unheard')), leaving))).toEqual(new Error('left'));
  await pause(1, undefined);
});

test('pause lasts for the given time, or until the signal aborts', async () => {
  const began = Date.now();
  await pause(20, undefined);
  expect(Date.now() - began).toBeGreaterThanOrEqual(18);
  expect(await caught(pause(60_000, AbortSignal.abort('left')))).toBe('left');
});

import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { untilAborted } from './until-aborted.ts';

const reason = new Error('enough');

test('returns the result of work that is done in time', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(5), signal)).toBe(5);
  await expect(untilAborted(Promise.reject(new Error('broken')), signal)).rejects.toThrow('broken');
});

test('rejects at once when the caller leaves', async () => {
  await expect(untilAborted(Promise.resolve(5), AbortSignal.abort(reason))).rejects.toBe(reason);
  const controller = new AbortController();
  const waiting = untilAborted(new Promise(() => {}), controller.signal);
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  await expect(untilAborted(new Promise(() => {}), controller.signal)).rejects.toBe(reason);
});

test('ignores a failure after the caller has left', async () => {
  const controller = new AbortController();
  const work = Promise.withResolvers<never>();
  const waiting = untilAborted(work.promise, controller.signal);
  controller.abort(reason);
  await expect(waiting).rejects.toBe(reason);
  work.reject(new Error('late'));
  await new Promise((resolve) => setImmediate(resolve));
});

test('work that fails although nobody waits for it disturbs nobody', async () => {
  const work = Promise.withResolvers<never>();
  await expect(untilAborted(work.promise, AbortSignal.abort(reason))).rejects.toBe(reason);
  work.reject(new Error('late'));
  await new Promise((resolve) => setImmediate(resolve));
});

test('a signal that aborts after the work is done disturbs nobody', async () => {
  const controller = new AbortController();
  expect(await untilAborted(Promise.resolve(3), controller.signal)).toBe(3);
  controller.abort(reason);
  await new Promise((resolve) => setImmediate(resolve));
});

test('leaves no listener on the signal when the work is done', async () => {
  const { signal } = new AbortController();
  expect(await untilAborted(Promise.resolve(7), signal)).toBe(7);
  await expect(untilAborted(Promise.reject(new Error('bad')), signal)).rejects.toThrow('bad');
  expect(getEventListeners(signal, 'abort')).toHaveLength(0);
});

test('without a signal, waits for the work', async () => {
  expect(await untilAborted(Promise.resolve(7), undefined)).toBe(7);
});

test('ignores work that has failed already when the signal aborted before it', async () => {
  await expect(untilAborted(Promise.reject(new Error('unheard')), AbortSignal.abort(reason))).rejects.toBe(reason);
  await new Promise((resolve) => setImmediate(resolve));
});

import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { openLink } from './link.ts';

test('a link follows the signal of the caller, with its reason', () => {
  const caller = new AbortController();
  const link = openLink(caller.signal);
  expect(link.signal.aborted).toBe(false);
  caller.abort('enough');
  expect([link.signal.aborted, link.signal.reason]).toEqual([true, 'enough']);
});

test('a link to an aborted signal is aborted from the start', () => {
  expect(openLink(AbortSignal.abort('early')).signal.reason).toBe('early');
});

test("a link can be aborted without the caller's signal", () => {
  const caller = new AbortController();
  const link = openLink(caller.signal);
  link.abort('late');
  expect([link.signal.reason, caller.signal.aborted]).toEqual(['late', false]);
});

test("a closed link leaves no listener on the caller's signal", () => {
  const caller = new AbortController();
  const links = Array.from({ length: 20 }, () => openLink(caller.signal));
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(20);
  for (const link of links) link.close();
  expect(getEventListeners(caller.signal, 'abort')).toHaveLength(0);
  caller.abort();
  expect(links.some((link) => link.signal.aborted)).toBe(false);
});

test("a link works without a caller's signal", () => {
  const link = openLink(undefined);
  link.close();
  expect(link.signal.aborted).toBe(false);
});

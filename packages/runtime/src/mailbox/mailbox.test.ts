import type { Mail } from '@posthouse/store';
import type { MAILMessage, PriorityTier } from '@posthouse/protocol';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { hasDueMail, isQuiet, nextDue, QUIET, readingOrder } from './mailbox.ts';

const message = {} as MAILMessage;
const mail = (order: number, tier: PriorityTier, due = 0): Mail => ({
  id: String(order),
  mailbox: 'a',
  tier,
  order,
  due,
  run: 1,
  message,
});

const anyMail = fc
  .array(fc.record({ tier: fc.constantFrom<PriorityTier[]>(1, 2, 3, 4, 5), due: fc.constantFrom(0, 5, 10, QUIET) }))
  .map((all) => all.map(({ tier, due }, order) => mail(order, tier, due)));

test('mail is read by tier, and within a tier as it arrived', () => {
  const order = readingOrder([mail(1, 5), mail(2, 2), mail(3, 5), mail(4, 1), mail(5, 2)], 0);
  expect(order.map((each) => each.order)).toEqual([4, 2, 5, 1, 3]);
});

test('mail that is not due yet waits', () => {
  expect(readingOrder([mail(1, 5, 10)], 9)).toEqual([]);
  expect(hasDueMail([mail(1, 5, 10)], 9)).toBe(false);
  expect(hasDueMail([mail(1, 5, 10)], 10)).toBe(true);
});

test('the next mail is the earliest that is not due yet; quiet mail never becomes due', () => {
  expect(nextDue([mail(1, 5, 10), mail(2, 5, 7), mail(3, 5, 3), mail(4, 5, QUIET)], 5)).toBe(7);
  expect(nextDue([mail(1, 5, 3), mail(2, 5, QUIET)], 5)).toBeUndefined();
});

test('quiet mail wakes no agent, and is read first in its next turn', () => {
  expect(hasDueMail([mail(1, 1, QUIET)], Date.now())).toBe(false);
  expect(readingOrder([mail(1, 1), mail(2, 5, QUIET)], 0).map((each) => each.order)).toEqual([2, 1]);
});

test('all due mail is read once, in a total order, whatever arrives', () => {
  fc.assert(
    fc.property(anyMail, fc.integer({ min: 0, max: 12 }), (all, now) => {
      const read = readingOrder(all, now);
      const expected = all.filter((each) => each.due <= now || isQuiet(each));
      expect(new Set(read)).toEqual(new Set(expected));
      expect(read).toHaveLength(expected.length);
      for (const [index, one] of read.entries()) {
        const next = read[index + 1];
        if (next === undefined || isQuiet(one) !== isQuiet(next)) continue;
        expect(one.tier < next.tier || (one.tier === next.tier && one.order < next.order)).toBe(true);
      }
    }),
  );
});

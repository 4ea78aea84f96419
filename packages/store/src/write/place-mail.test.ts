import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mailTo } from '../contract/__fixtures__/samples.ts';
import { placeMail } from './place-mail.ts';

describe('mail that is put', () => {
  it('new mail is ordered after all earlier mail', () => {
    expect(placeMail([mailTo('a'), mailTo('b')], 7, 100).map(({ order }) => order)).toEqual([8, 9]);
    expect(placeMail([], 7, 100)).toEqual([]);
  });

  it('mail is due now, or at the given time', () => {
    expect(placeMail([mailTo('a'), mailTo('b', { due: 5 })], 0, 100).map(({ due }) => due)).toEqual([100, 5]);
  });

  it('mail is never due before the given time, and always at a time that can be stored', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true }), (due) => {
        const [mail] = placeMail([mailTo('a', { due })], 0, 100);
        expect(Number.isSafeInteger(mail?.due)).toBe(true);
        expect(mail?.due).toBeGreaterThanOrEqual(Math.min(Math.max(due, 0), Number.MAX_SAFE_INTEGER));
      }),
    );
  });

  it('refuses mail whose time is not a number', () => {
    expect(() => placeMail([mailTo('a', { id: 'm-1', due: Number.NaN })], 0, 100)).toThrow('mail "m-1" is due at NaN');
  });
});

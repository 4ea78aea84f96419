import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromPayload, type Notice, toPayloads } from './notices.ts';

const key = fc.integer({ min: 1, max: 9_999_999_999 }).map(String);
const notice: fc.Arbitrary<Notice> = fc.record({
  xact: fc.option(key, { nil: undefined }),
  tasks: fc.array(key, { minLength: 1, maxLength: 50 }),
});

describe('notices', () => {
  it('a notice consists of the sender, the transaction and the tasks', () => {
    expect(toPayloads('a1', [{ xact: '77', tasks: ['3', '4'] }])).toEqual(['a1 77:3,4']);
    expect(
      toPayloads('a1', [
        { xact: undefined, tasks: ['3'] },
        { xact: '78', tasks: ['5'] },
      ]),
    ).toEqual(['a1 :3 78:5']);
    expect(toPayloads('a1', [])).toEqual([]);
    expect(toPayloads('a1', [{ xact: '1', tasks: [] }])).toEqual([]);
  });

  it('notices survive a round trip in payloads that PostgreSQL accepts', () => {
    fc.assert(
      fc.property(fc.array(notice, { maxLength: 40 }), (notices) => {
        const payloads = toPayloads('origin', notices);
        for (const payload of payloads) expect(payload.length).toBeLessThan(8_000);
        const read = payloads.map((payload) => fromPayload(payload));
        expect(read.every(({ origin }) => origin === 'origin')).toBe(true);
        const pairs = (all: readonly Notice[]) =>
          all.flatMap(({ xact, tasks }) => tasks.map((task) => `${xact} ${task}`));
        expect(pairs(read.flatMap((each) => each.notices))).toEqual(pairs(notices));
      }),
    );
  });

  it('notices that make no sense are ignored', () => {
    expect(fromPayload('')).toEqual({ origin: '', notices: [] });
    expect(fromPayload('who 1;DROP:x,2,-3,4.5')).toEqual({
      origin: 'who',
      notices: [{ xact: undefined, tasks: ['2'] }],
    });
    fc.assert(
      fc.property(fc.string(), (payload) => {
        for (const { xact, tasks } of fromPayload(payload).notices) {
          expect(xact === undefined || /^\d+$/.test(xact)).toBe(true);
          for (const task of tasks) expect(task).toMatch(/^[1-9]\d*$/);
        }
      }),
    );
  });
});

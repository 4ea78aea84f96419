import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Recent } from './recent.ts';

test('Recent remembers a value for the given time', () => {
  let now = 0;
  const recent = new Recent<string>({ now: () => now });
  recent.set('a', 'x', 100);
  now = 99;
  expect(recent.get('a')).toBe('x');
  now = 100;
  expect(recent.get('a')).toBeUndefined();
  expect(recent.size).toBe(0);
});

test('Recent remembers nothing when the time is zero', () => {
  const recent = new Recent<string>();
  recent.set('a', 'x', 0);
  expect(recent.get('a')).toBeUndefined();
});

test('a new value replaces the old one and restarts its time', () => {
  let now = 0;
  const recent = new Recent<string>({ now: () => now });
  recent.set('a', 'x', 10);
  recent.set('a', 'y', 100);
  now = 50;
  expect(recent.get('a')).toBe('y');
});

test('Recent forgets the oldest value when there are too many', () => {
  const recent = new Recent<number>({ most: 2 });
  for (const [index, key] of ['a', 'b', 'a', 'c'].entries()) recent.set(key, index, 1_000);
  expect([recent.get('a'), recent.get('b'), recent.get('c')]).toEqual([2, undefined, 3]);
});

test('Recent never holds more than its limit, whatever is put in', () => {
  const puts = fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.nat(50)));
  fc.assert(
    fc.property(puts, fc.integer({ min: 1, max: 5 }), (list, most) => {
      const recent = new Recent<number>({ most });
      for (const [key, time] of list) recent.set(key, time, time);
      expect(recent.size).toBeLessThanOrEqual(most);
    }),
  );
});

test('Recent behaves like a dated list of the last values', () => {
  type Put = { key: string; time: number; wait: number };
  const put = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd'), time: fc.nat(30), wait: fc.nat(10) });
  fc.assert(
    fc.property(fc.array(put, { maxLength: 30 }), (puts: Put[]) => {
      let now = 0;
      const recent = new Recent<number>({ most: 3, now: () => now });
      let model: { key: string; value: number; until: number }[] = [];
      for (const [value, { key, time, wait }] of puts.entries()) {
        now += wait;
        recent.set(key, value, time);
        if (time > 0)
          model = [...model.filter((entry) => entry.key !== key), { key, value, until: now + time }].slice(-3);
        // What has expired is forgotten when it is asked for, and only then makes room.
        const expected = model.find((entry) => entry.key === key && entry.until > now)?.value;
        expect(recent.get(key)).toBe(expected);
        model = model.filter((entry) => entry.key !== key || entry.until > now);
      }
    }),
  );
});

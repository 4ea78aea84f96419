import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acting, saying, stored } from './__fixtures__/turns.ts';
import { planCompaction } from './plan-compaction.ts';

const turns = [1, 2, 3, 4, 5, 6].map((number) => stored(acting(`c${number}`), number));

test('leaves a prompt alone that fits', () => {
  expect(planCompaction({ turns, promptTokens: 100, threshold: 100 })).toBeUndefined();
});

test('keeps the newest turns of a prompt that does not fit', () => {
  const plan = planCompaction({ turns, promptTokens: 1_001, threshold: 1_000, keepTurns: 2 });
  expect(plan).toEqual({ turns: turns.slice(0, 4), through: 4 });
});

test('keeps four turns by default', () => {
  expect(planCompaction({ turns, promptTokens: 1_001, threshold: 1_000 })!.through).toBe(2);
});

test('sums up recent turns too that alone would fill half of the window, except the last', () => {
  const long = [1, 2, 3].map((number) => stored(saying('x'.repeat(4_000)), number));
  expect(planCompaction({ turns: long, promptTokens: 3_000, threshold: 2_000 })!.through).toBe(2);
  expect(planCompaction({ turns: long, promptTokens: 3_000, threshold: 2_400 })!.through).toBe(2);
  expect(planCompaction({ turns: long, promptTokens: 3_000, threshold: 2_900 })!.through).toBe(2);
  expect(planCompaction({ turns: long, promptTokens: 9_000, threshold: 8_000, keepTurns: 2 })!.through).toBe(1);
});

test('includes an earlier summary in the next one', () => {
  const summary = stored(saying('', [], { summary: 'so far' }), 3, 2);
  const history = [summary, ...turns.slice(3)];
  const plan = planCompaction({ turns: history, promptTokens: 1_001, threshold: 1_000, keepTurns: 1 });
  expect(plan).toEqual({ turns: [summary, turns[3], turns[4]], through: 5 });
});

test('does not sum up a summary again before there is a new turn', () => {
  const summary = stored(saying('', [], { summary: 'so far' }), 3, 2);
  const need = { promptTokens: 1_001, threshold: 1_000 };
  expect(planCompaction({ ...need, turns: [] })).toBeUndefined();
  expect(planCompaction({ ...need, turns: [summary] })).toBeUndefined();
  expect(planCompaction({ ...need, turns: [summary, turns[3]!] })).toBeUndefined();
  expect(planCompaction({ ...need, turns: [turns[0]!] })).toBeUndefined();
});

test('sums up old turns and keeps new ones, whole and in order, whatever the history', () => {
  const sizes = fc.array(fc.integer({ min: 0, max: 3_000 }), { minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 1, max: 5_000 }),
      fc.integer({ min: 1, max: 6 }),
      (lengths, threshold, keepTurns) => {
        const history = lengths.map((length, index) => stored(saying('x'.repeat(length)), index * 2 + 1));
        const plan = planCompaction({ turns: history, promptTokens: threshold + 1, threshold, keepTurns });
        const gone = plan?.turns ?? [];
        const kept = history.slice(gone.length);
        expect(gone).toEqual(history.slice(0, gone.length));
        expect(plan?.through).toBe(gone.at(-1)?.turn);
        expect(kept.length).toBeGreaterThanOrEqual(1);
        expect(kept.length).toBeLessThanOrEqual(Math.max(keepTurns, 1));
      },
    ),
  );
});

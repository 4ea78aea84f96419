import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { LabelBook } from './label-book.ts';

describe('LabelBook', () => {
  test('returns labels as they are, the same object each time', () => {
    const book = new LabelBook<'swarm' | 'agent'>();
    const labels = book.of({ swarm: 'harbour', agent: 'clerk' });
    expect(labels).toEqual({ swarm: 'harbour', agent: 'clerk' });
    expect(book.of({ swarm: 'harbour', agent: 'clerk' })).toBe(labels);
  });

  test('merges new names into one line once there are too many, and keeps the old ones', () => {
    const book = new LabelBook<'model'>(3);
    const given = Array.from({ length: 100 }, (_, index) => book.of({ model: `m${index}` }).model);
    expect(new Set(given)).toEqual(new Set(['m0', 'm1', 'm2', 'other']));
    expect(book.of({ model: 'm1' })).toEqual({ model: 'm1' });
  });

  test('returns a bounded number of short lines, whatever names come', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.string({ maxLength: 300 }), fc.string({ maxLength: 300 }))), (names) => {
        const book = new LabelBook<'swarm' | 'agent'>(5);
        const lines = names.map(([swarm, agent]) => book.of({ swarm, agent }));
        expect(new Set(lines.map((line) => JSON.stringify(line))).size).toBeLessThanOrEqual(6);
        for (const { swarm, agent } of lines) expect(Math.max(swarm.length, agent.length)).toBeLessThanOrEqual(120);
      }),
    );
  });
});

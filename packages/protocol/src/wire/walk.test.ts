import { describe, expect, test } from 'vitest';
import { addDropped, addProblem, LIMITS_IN, LIMITS_OUT, startWalk } from './walk.ts';

describe('a walk', () => {
  test('names problems and dropped keys by their path', () => {
    const walk = startWalk(LIMITS_IN);
    addProblem(walk, 'an object', 7);
    walk.path.push('recipients', 2);
    addProblem(walk, 'a string', null);
    addDropped(walk, 'colour');
    walk.path.pop();
    addDropped(walk, 'size');
    expect(walk.problems).toEqual([
      { path: '(the whole value)', expected: 'an object', received: 'the number 7' },
      { path: 'recipients.2', expected: 'a string', received: 'null' },
    ]);
    expect(walk.dropped).toEqual(['recipients.2.colour', 'recipients.size']);
  });

  test('keeps a hundred problems and drops the rest', () => {
    const walk = startWalk(LIMITS_IN);
    for (let count = 0; count < 1000; count += 1) addProblem(walk, 'text', count);
    expect(walk.problems).toHaveLength(100);
    expect(walk.problems[99]?.received).toBe('the number 99');
  });

  test('shares nothing with another walk', () => {
    addDropped(startWalk(LIMITS_IN), 'x');
    expect(startWalk(LIMITS_IN)).toEqual({ limits: LIMITS_IN, path: [], problems: [], dropped: [] });
  });

  test('outgoing values have higher limits than incoming ones', () => {
    expect(LIMITS_OUT.levels).toBeGreaterThan(LIMITS_IN.levels);
    expect(LIMITS_OUT.values).toBeGreaterThan(LIMITS_IN.values);
  });
});

import type { Session } from '@posthouse/store';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toPath } from './session-path.ts';
import { toPartings } from './session-ways.ts';

const from = (taskId: string, beforeRun: number) => ({ taskId, beforeRun });

describe('the branches of a conversation', () => {
  test('a conversation without branches has no partings', () => {
    expect(toPartings({ taskId: 'a', branches: [{ taskId: 'a' }] })).toEqual([]);
  });

  test('branches start where a question was asked differently, and both can be chosen', () => {
    const branches = [{ taskId: 'a' }, { taskId: 'b', from: from('a', 3) }];
    const parting = { taskId: 'a', beforeRun: 3, ways: ['a', 'b'] };
    expect(toPartings({ taskId: 'b', branches })).toEqual([{ ...parting, current: 1 }]);
    expect(toPartings({ taskId: 'a', branches })).toEqual([{ ...parting, current: 0 }]);
  });

  test('branches share one place, however often the same question is asked again', () => {
    const branches = [{ taskId: 'a' }, { taskId: 'b', from: from('a', 1) }, { taskId: 'c', from: from('b', 1) }];
    const parting = { taskId: 'a', beforeRun: 1, ways: ['a', 'b', 'c'] };
    for (const [current, taskId] of parting.ways.entries()) {
      expect(toPartings({ taskId, branches })).toEqual([{ ...parting, current }]);
    }
  });

  test('branches are those of the current conversation, and lead to where each was last', () => {
    const branches = [
      { taskId: 'a' },
      { taskId: 'b', from: from('a', 2) },
      { taskId: 'c', from: from('b', 3) },
      { taskId: 'd', from: from('a', 4) },
    ];
    expect(toPartings({ taskId: 'c', branches })).toEqual([
      { taskId: 'a', beforeRun: 2, ways: ['d', 'c'], current: 1 },
      { taskId: 'b', beforeRun: 3, ways: ['b', 'c'], current: 1 },
    ]);
    expect(toPartings({ taskId: 'a', branches })).toEqual([
      { taskId: 'a', beforeRun: 2, ways: ['a', 'c'], current: 0 },
      { taskId: 'a', beforeRun: 4, ways: ['a', 'd'], current: 0 },
    ]);
  });

  test('the search for branches ends even if the records form a circle', () => {
    const branches = [
      { taskId: 'a', from: from('b', 1) },
      { taskId: 'b', from: from('a', 1) },
    ];
    expect(Array.isArray(toPartings({ taskId: 'a', branches }))).toBe(true);
  });

  test('branches lead everywhere and back', () => {
    // Each branch is begun somewhere in what is there already.
    const trees = fc
      .array(fc.record({ parent: fc.nat(), beforeRun: fc.integer({ min: 1, max: 4 }) }), { maxLength: 8 })
      .map((choices) => {
        const branches: Session['branches'] = [{ taskId: 't0' }];
        for (const [index, { parent, beforeRun }] of choices.entries()) {
          branches.push({ taskId: `t${index + 1}`, from: from(`t${parent % (index + 1)}`, beforeRun) });
        }
        return branches;
      });
    fc.assert(
      fc.property(trees, fc.nat(), (branches, start) => {
        const { taskId } = branches[start % branches.length]!;
        for (const { ways, current, ...place } of toPartings({ taskId, branches })) {
          expect(ways[current]).toBe(taskId);
          expect(new Set(ways).size).toBe(ways.length);
          for (const [index, way] of ways.entries()) {
            const there = toPartings({ taskId: way, branches }).find(
              (each) => each.taskId === place.taskId && each.beforeRun === place.beforeRun,
            );
            // What was said before is the same on every way, so it is still there to turn around.
            expect([there?.current, there?.ways.length]).toEqual([index, ways.length]);
            expect(toPath({ taskId: way, branches }).length).toBeGreaterThan(0);
          }
        }
        const seen = new Set([taskId]);
        for (const each of seen) {
          for (const { ways } of toPartings({ taskId: each, branches })) for (const way of ways) seen.add(way);
        }
        expect(seen.size).toBe(branches.length);
      }),
    );
  });
});

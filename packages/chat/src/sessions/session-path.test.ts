import { describe, expect, test } from 'vitest';
import { toBranchName, toBranchTask } from './branch-name.ts';
import { toPath } from './session-path.ts';

describe('the path of a conversation', () => {
  test('is one task until somebody takes another way', () => {
    expect(toPath({ taskId: 'a', branches: [{ taskId: 'a' }] })).toEqual([{ taskId: 'a' }]);
  });

  test('leads through every task that holds a part of it, from the first', () => {
    const branches = [
      { taskId: 'a' },
      { taskId: 'b', from: { taskId: 'a', beforeRun: 3 } },
      { taskId: 'c', from: { taskId: 'b', beforeRun: 2 } },
      { taskId: 'aside', from: { taskId: 'a', beforeRun: 2 } },
    ];
    expect(toPath({ taskId: 'c', branches })).toEqual([
      { taskId: 'a', beforeRun: 3 },
      { taskId: 'b', beforeRun: 2 },
      { taskId: 'c' },
    ]);
    expect(toPath({ taskId: 'aside', branches })).toEqual([{ taskId: 'a', beforeRun: 2 }, { taskId: 'aside' }]);
  });

  test('leaves out a task that was left before its first run', () => {
    const branches = [{ taskId: 'a' }, { taskId: 'b', from: { taskId: 'a', beforeRun: 1 } }];
    expect(toPath({ taskId: 'b', branches })).toEqual([{ taskId: 'b' }]);
  });

  test('ends even if a record leads in circles', () => {
    const branches = [
      { taskId: 'a', from: { taskId: 'b', beforeRun: 5 } },
      { taskId: 'b', from: { taskId: 'a', beforeRun: 5 } },
    ];
    expect(toPath({ taskId: 'a', branches }).at(-1)).toEqual({ taskId: 'a' });
  });
});

describe('the name of a branch', () => {
  const edit = { id: 'u', parts: [{ type: 'text' as const, text: 'x' }] };
  const place = { owner: { role: 'user' as const, id: 'alice' }, sessionId: 's', from: 'a', beforeRun: 1, by: 'b' };

  test('is the same for the same wish, and another for another', () => {
    expect(toBranchName({ edit })).toBe(toBranchName({ edit: structuredClone(edit) }));
    const others = [
      { edit: { ...edit, id: 'v' } },
      { edit: { ...edit, parts: [] } },
      { regenerate: 'u' },
      { regenerate: 'v' },
    ];
    expect(new Set([{ edit }, ...others].map((wish) => toBranchName(wish))).size).toBe(5);
  });

  test('leads to the same task from the same place, and to another from another', () => {
    expect(toBranchTask(place)).toMatch(/^chat-[0-9a-f]{32}$/);
    expect(toBranchTask({ ...place })).toBe(toBranchTask(place));
    const others = [{ from: 'b' }, { beforeRun: 2 }, { by: 'c' }, { sessionId: 't' }];
    expect(new Set(others.map((other) => toBranchTask({ ...place, ...other })).concat(toBranchTask(place))).size).toBe(
      5,
    );
  });
});

import { describe, expect, test } from 'vitest';
import { toBranchName, toBranchTask } from './branch-name.ts';
import { toPath } from './session-path.ts';

describe('the path of a conversation', () => {
  test('the path of a conversation is one task until it branches', () => {
    expect(toPath({ taskId: 'a', branches: [{ taskId: 'a' }] })).toEqual([{ taskId: 'a' }]);
  });

  test('the path leads through every task that holds a part of the conversation, from the first', () => {
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

  test('the path leaves out a task that was left before its first run', () => {
    const branches = [{ taskId: 'a' }, { taskId: 'b', from: { taskId: 'a', beforeRun: 1 } }];
    expect(toPath({ taskId: 'b', branches })).toEqual([{ taskId: 'b' }]);
  });

  test('the path ends even if the records form a circle', () => {
    const branches = [
      { taskId: 'a', from: { taskId: 'b', beforeRun: 5 } },
      { taskId: 'b', from: { taskId: 'a', beforeRun: 5 } },
    ];
    expect(toPath({ taskId: 'a', branches }).at(-1)).toEqual({ taskId: 'a' });
  });
});

describe('the task id of a branch', () => {
  const edit = { id: 'u', parts: [{ type: 'text' as const, text: 'x' }] };
  const place = { owner: { role: 'user' as const, id: 'alice' }, sessionId: 's', from: 'a', beforeRun: 1, by: 'b' };

  test('the name of a branch is the same for the same request, and different for another', () => {
    expect(toBranchName({ edit })).toBe(toBranchName({ edit: structuredClone(edit) }));
    const others = [
      { edit: { ...edit, id: 'v' } },
      { edit: { ...edit, parts: [] } },
      { regenerate: 'u' },
      { regenerate: 'v' },
    ];
    expect(new Set([{ edit }, ...others].map((wish) => toBranchName(wish))).size).toBe(5);
  });

  test('the task id of a branch is the same from the same place, and different from another', () => {
    expect(toBranchTask(place)).toMatch(/^chat-[0-9a-f]{32}$/);
    expect(toBranchTask({ ...place })).toBe(toBranchTask(place));
    const others = [{ from: 'b' }, { beforeRun: 2 }, { by: 'c' }, { sessionId: 't' }];
    expect(new Set(others.map((other) => toBranchTask({ ...place, ...other })).concat(toBranchTask(place))).size).toBe(
      5,
    );
  });
});

import { describe, expect, it } from 'vitest';
import type { StoredTask } from '../write/stored-task.ts';
import { TaskCache } from './task-cache.ts';

const stateOf = (key: string, head = 0): StoredTask => ({ key, head }) as StoredTask;

describe('the cache of tasks', () => {
  it('the cache of tasks has what was written last', () => {
    const cache = new TaskCache();
    cache.set(stateOf('1', 1));
    cache.set(stateOf('1', 2));
    expect(cache.get('1')).toEqual(stateOf('1', 2));
    expect(cache.get('2')).toBeUndefined();
  });

  it('forgets one task, or all', () => {
    const cache = new TaskCache();
    for (const key of ['1', '2', '3']) cache.set(stateOf(key));
    cache.delete('2');
    expect(['1', '2', '3'].map((key) => cache.get(key)?.key)).toEqual(['1', undefined, '3']);
    cache.clear();
    expect(cache.get('1')).toBeUndefined();
  });

  it('forgets the task not written for the longest time when it is full', () => {
    const cache = new TaskCache(2);
    cache.set(stateOf('1'));
    cache.set(stateOf('2'));
    cache.set(stateOf('1'));
    cache.set(stateOf('3'));
    expect(['1', '2', '3'].map((key) => cache.get(key)?.key)).toEqual(['1', undefined, '3']);
  });
});

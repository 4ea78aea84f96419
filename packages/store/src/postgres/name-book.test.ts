import { describe, expect, it } from 'vitest';
import type { Task } from '../task.ts';
import { NameBook } from './name-book.ts';

const owner = { swarm: 'alpha', role: 'user', id: 'alice' } as const;
const task = (key: string, taskId: string): Task => ({ key, owner, taskId }) as Task;

describe('a book of names', () => {
  it('knows a task by its key once it was seen', () => {
    const book = new NameBook();
    expect(book.lookUp({ owner, taskId: 'trip' }).target).toEqual({ owner, taskId: 'trip' });
    book.learn(task('7', 'trip'));
    expect(book.lookUp({ owner, taskId: 'trip' })).toEqual({ target: '7', index: '7' });
    expect(book.lookUp('7')).toEqual({ target: '7', index: '7' });
  });

  it('gives the same index to the same name, and to no other', () => {
    const book = new NameBook();
    const index = (id: string, taskId: string) => book.lookUp({ owner: { ...owner, id }, taskId }).index;
    expect(index('a', 'b')).toBe(index('a', 'b'));
    expect(index('a', 'b')).not.toBe(index('b', 'a'));
    expect(index('a","b', 'c')).not.toBe(index('a', 'b","c'));
  });

  it('copies names, so that a writer may change them afterwards', () => {
    const named = { owner: { ...owner } as { swarm: string; role: 'user'; id: string }, taskId: 'trip' };
    const { target } = new NameBook().lookUp(named);
    named.owner.id = 'mallory';
    expect(target).toEqual({ owner, taskId: 'trip' });
  });

  it('forgets what was unused for the longest time', () => {
    const book = new NameBook(2);
    for (const name of ['one', 'two']) book.learn(task(name, name));
    book.learn(task('one', 'one'));
    book.learn(task('three', 'three'));
    expect(['one', 'two', 'three'].map((taskId) => book.lookUp({ owner, taskId }).target)).toEqual([
      'one',
      { owner, taskId: 'two' },
      'three',
    ]);
  });
});

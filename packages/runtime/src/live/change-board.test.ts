import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { Bell } from './bell.ts';
import { ChangeBoard, watchStore } from './change-board.ts';

test('listeners hear of their own task only, until they stop', () => {
  const board = new ChangeBoard();
  const heard: string[] = [];
  const stop = board.listen('a', () => heard.push('a'));
  board.listen('b', () => heard.push('b'));
  board.announce('a');
  board.announce('c');
  stop();
  board.announce('a');
  board.announce('b');
  expect(heard).toEqual(['a', 'b']);
});

test('a listener that stops during an announcement does not disturb others', () => {
  const board = new ChangeBoard();
  const heard: number[] = [];
  const stop = board.listen('a', () => stop());
  board.listen('a', () => heard.push(1));
  board.announce('a');
  board.announce('a');
  expect(heard).toEqual([1, 1]);
});

test('changes that the store hints at are announced', async () => {
  await using store = await openStore('sqlite::memory:');
  const board = new ChangeBoard();
  const stopping = new AbortController();
  const watching = watchStore(board, store, stopping.signal);
  const owner = { swarm: 'desk', role: 'user', id: 'ada' } as const;
  const { task } = await store.commit({ task: { owner, taskId: 't' }, entries: [] });
  const heard = new Promise<void>((resolve) => board.listen(task.key, resolve));
  await store.commit({ task: task.key, entries: [{ run: 0, type: 'notice', code: 'x', text: '' }] });
  await expect(heard).resolves.toBeUndefined();
  stopping.abort();
  await expect(watching).resolves.toBeUndefined();
});

test('a bell that rings before its listener awaits it is heard', async () => {
  const bell = new Bell();
  const heard = bell.listen();
  bell.ring();
  bell.ring();
  await expect(heard).resolves.toBeUndefined();
});

test('a bell rings by itself after the given time', async () => {
  const bell = new Bell();
  void bell.listen();
  await expect(bell.later(5)).resolves.toBeUndefined();
});

import { expect, test, vi } from 'vitest';
import { ChangeQueue } from './change-queue.ts';

test('changes of one job are sent in order, and those of others do not wait', async () => {
  const queue = new ChangeQueue();
  const gate = Promise.withResolvers<void>();
  const done: string[] = [];
  const note = (name: string) => async () => void done.push(name);
  const first = queue.run(1, async () => {
    await gate.promise;
    done.push('first');
  });
  const second = queue.run(1, note('second'));
  await queue.run(2, note('other'));
  expect(done).toEqual(['other']);
  gate.resolve();
  await Promise.all([first, second]);
  expect(done).toEqual(['other', 'first', 'second']);
});

test('a failed change does not stop the next one, and its caller is told', async () => {
  const queue = new ChangeQueue();
  const failing = queue.run(1, () => Promise.reject(new Error('refused')));
  const next = queue.run(1, async () => 'done');
  await expect(failing).rejects.toThrow('refused');
  await expect(next).resolves.toBe('done');
});

test('the queue is empty when all changes are done', async () => {
  const queue = new ChangeQueue();
  await Promise.all([queue.run(1, async () => 1), queue.run(1, async () => 2), queue.run(2, async () => 3)]);
  await vi.waitFor(() => expect(queue.size).toBe(0), 10_000);
});

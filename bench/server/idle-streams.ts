import type { Child, Usage } from './child.ts';
import { StreamReaders } from './stream-readers.ts';
import type { Address } from './throughput.ts';

/** What the process grows by for each stream that is open and silent; each is about another task. */
export async function bytesPerIdleStream(server: Child, address: Address, streams: number): Promise<number> {
  const taskIds = await newTasks(address, streams);
  // Once to warm up: what the first connections leave behind is not what the others cost.
  for (const count of [500]) {
    using readers = await open(address, taskIds.slice(0, count));
    await readers.quiet();
  }
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  const before = await server.ask<Usage>('usage');
  using readers = await open(address, taskIds);
  await readers.quiet();
  const after = await server.ask<Usage>('usage');
  return (after.rssBytes - before.rssBytes) / streams;
}

function open(address: Address, taskIds: readonly string[]): Promise<StreamReaders> {
  return StreamReaders.open(
    address,
    taskIds.map((taskId) => `/tasks/${taskId}/events?follow=1`),
  );
}

async function newTasks({ url, token }: Address, count: number): Promise<string[]> {
  const taskIds = Array.from({ length: count }, () => crypto.randomUUID());
  const left = [...taskIds];
  const work = async (): Promise<void> => {
    for (let taskId = left.pop(); taskId !== undefined; taskId = left.pop()) {
      const answer = await fetch(`${url}/message`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ body: 'go', task_id: taskId }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
      await answer.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: 20 }, work));
  return taskIds;
}

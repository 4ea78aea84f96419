import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { hostname } from 'node:os';
import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { buryDeadNodes, newNode } from './node-name.ts';

async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await once(child, 'exit');
  return child.pid!;
}

test('names every node anew, after its machine and process', () => {
  expect(newNode()).not.toBe(newNode());
  expect(newNode().startsWith(`${hostname()}/${process.pid}/`)).toBe(true);
});

test('takes the lease only from dead processes of this machine', async () => {
  await using store = await openStore('sqlite::memory:');
  const pid = await deadPid();
  const living = [
    newNode(),
    `elsewhere/${pid}/x`,
    'named by somebody',
    `${hostname()}/not-a-pid/x`,
    `${hostname()}/1/x`,
  ];
  for (const node of [...living, `${hostname()}/${pid}/x`]) await store.heartbeat(node);
  await buryDeadNodes(store);
  expect((await store.nodes()).toSorted()).toEqual(living.toSorted());
});

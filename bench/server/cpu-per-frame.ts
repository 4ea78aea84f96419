import { Child } from './child.ts';
import { cpuOf, cpuWithReaders, READERS } from './cpu-with-readers.ts';
import { type Address } from './throughput.ts';

const FRAMES = 300;
const ROUNDS = 5;

/** CPU microseconds per frame and reader: ours, of bare `node:http`, and of writing the log alone. Medians of rounds. */
export async function cpuPerFrame(
  server: Child,
  address: Address,
): Promise<{ ours: number; bare: number; appending: number }> {
  const taskId = await newTask(address);
  await using bare = new Child('./bare-sse.ts');
  const bareAddress = await bare.ask<Address>('address');
  const frame = await newestFrame(server, address, taskId);
  const append = (): Promise<void> => server.ask('append', { taskId, entries: FRAMES });
  const ours: number[] = [];
  const theirs: number[] = [];
  const alone: number[] = [];
  // Turn about, so that whatever else the machine does meets all of them.
  for (let round = 0; round <= ROUNDS; round += 1) {
    alone.push(await cpuOf(server, append));
    const head = Number(JSON.parse(await newestFrame(server, address, taskId)).id);
    const path = `/tasks/${taskId}/events?follow=1&after=${head}`;
    ours.push(await cpuWithReaders(server, address, path, append));
    theirs.push(await cpuWithReaders(bare, bareAddress, '/', () => bare.ask('send', { frame, frames: FRAMES })));
  }
  const middle = (values: number[]): number => {
    const measured = values.slice(1).toSorted((left, right) => left - right);
    return measured[Math.floor(measured.length / 2)]! / (READERS * FRAMES);
  };
  return { ours: middle(ours), bare: middle(theirs), appending: middle(alone) };
}

async function newTask({ url, token }: Address): Promise<string> {
  const answer = await fetch(`${url}/message`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ body: 'go' }),
  });
  return ((await answer.json()) as { task_id: string }).task_id;
}

/** The last frame of the log, as JSON: what a bare server has to send to send the same. */
async function newestFrame(server: Child, { url, token }: Address, taskId: string): Promise<string> {
  await server.ask('append', { taskId, entries: 1 });
  const answer = await fetch(`${url}/tasks/${taskId}/events`, { headers: { Authorization: `Bearer ${token}` } });
  const [, id, event, data] = /.*id: (\d+)\r\nevent: (\w+)\r\ndata: (.*)\r\n\r\n$/s.exec(await answer.text())!;
  return JSON.stringify({ id, event, data: JSON.parse(data!) });
}

import { PosthouseError } from '@posthouse/protocol';
import { describe, expect, it } from 'vitest';
import { AgentRun } from './agent-run.ts';

async function readAll<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe('AgentRun', () => {
  it('ends when the program says so, and its reader gets everything before that', async () => {
    const run = new AgentRun<number>();
    expect(run.tell(1)).toBeUndefined();
    expect(run.isOver).toBe(false);
    run.end();
    void run.tell(2);
    expect(run.isOver).toBe(true);
    await run.over;
    expect(await readAll(run.events)).toEqual([1]);
  });

  it('passes a failure to its reader, and does not end by that', async () => {
    const run = new AgentRun<number>();
    run.fail(new PosthouseError({ code: 'agent_failed', message: 'It hangs.' }));
    expect(run.isOver).toBe(false);
    await expect(readAll(run.events)).rejects.toThrow('It hangs.');
  });

  it('asks its source to wait while its reader is behind', async () => {
    const run = new AgentRun<number>();
    let room: Promise<void> | undefined;
    for (let event = 0; room === undefined; event += 1) room = run.tell(event);
    const iterator = run.events[Symbol.asyncIterator]();
    let isThereRoom = false;
    void room.then(() => (isThereRoom = true));
    await iterator.next();
    expect(isThereRoom).toBe(false);
    for (let taken = 0; taken < 600; taken += 1) await iterator.next();
    await room;
    expect(run.tell(-1)).toBeUndefined();
  });

  it.each([
    ['ends', (run: AgentRun<number>) => run.end()],
    ['fails', (run: AgentRun<number>) => run.fail(new PosthouseError({ code: 'agent_failed', message: 'No.' }))],
  ])('lets its source continue when it %s', async (_how, finish) => {
    const run = new AgentRun<number>();
    let room: Promise<void> | undefined;
    while (room === undefined) room = run.tell(1);
    finish(run);
    await room;
    // It takes in nothing more, and its reader comes to an end.
    run.tell(2);
    const taken = new Set<unknown>();
    const reading = (async () => {
      for await (const event of run.events) taken.add(event);
    })();
    await reading.catch(() => undefined);
    expect([...taken]).toEqual([1]);
  });

  it('holds nothing back after a stop', () => {
    const run = new AgentRun<number>();
    run.isStopping = true;
    for (let event = 0; event < 5_000; event += 1) expect(run.tell(event)).toBeUndefined();
  });
});

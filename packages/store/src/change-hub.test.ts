import { describe, expect, it } from 'vitest';
import { ChangeHub } from './change-hub.ts';

const forever = new AbortController().signal;

async function collect(changes: AsyncIterable<string>): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of changes) keys.push(key);
  return keys;
}

describe('the hub of changes', () => {
  it('keeps each task once for a slow subscriber', async () => {
    const hub = new ChangeHub();
    const iterator = hub.subscribe(forever)[Symbol.asyncIterator]();
    for (let round = 0; round < 1_000; round += 1) hub.announce(['1', '2', '3']);
    const taken = [await iterator.next(), await iterator.next(), await iterator.next()];
    expect(taken.map(({ value }) => value as string)).toEqual(['1', '2', '3']);
    const fourth = iterator.next();
    hub.announce(['4']);
    expect(await fourth).toEqual({ value: '4', done: false });
  });

  it('announces a task again that changes after it was announced', async () => {
    const hub = new ChangeHub();
    const iterator = hub.subscribe(forever)[Symbol.asyncIterator]();
    hub.announce(['1']);
    expect((await iterator.next()).value).toBe('1');
    hub.announce(['1']);
    expect((await iterator.next()).value).toBe('1');
  });

  it('knows whether anybody listens', async () => {
    const hub = new ChangeHub();
    expect(hub.isListenedTo).toBe(false);
    const controller = new AbortController();
    hub.subscribe(controller.signal);
    const second = hub.subscribe(forever);
    controller.abort();
    expect(hub.isListenedTo).toBe(true);
    hub.announce(['1']);
    for await (const key of second) if (key === '1') break;
    expect(hub.isListenedTo).toBe(false);
  });

  it('forgets what was not fetched when the signal aborts', async () => {
    const hub = new ChangeHub();
    const controller = new AbortController();
    const changes = hub.subscribe(controller.signal);
    hub.announce(['1', '2']);
    controller.abort();
    expect(await collect(changes)).toEqual([]);
  });

  it('ends for all subscribers, and for later ones', async () => {
    const hub = new ChangeHub();
    const waiting = [collect(hub.subscribe(forever)), collect(hub.subscribe(forever))];
    hub.end();
    hub.announce(['1']);
    expect(await Promise.all(waiting)).toEqual([[], []]);
    expect(await collect(hub.subscribe(forever))).toEqual([]);
    expect(hub.isListenedTo).toBe(false);
  });

  it('does nothing without subscribers', () => {
    const hub = new ChangeHub();
    hub.announce(['1']);
    hub.announce([]);
    expect(hub.isListenedTo).toBe(false);
  });
});

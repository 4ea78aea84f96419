import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { collectGarbage } from '../__fixtures__/collect-garbage.ts';
import { EventQueue } from './event-queue.ts';

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

describe('EventQueue', () => {
  it('returns what was pushed before and during reading', async () => {
    const queue = new EventQueue<number>();
    queue.push(1);
    const reading = collect(queue);
    queue.push(2);
    await Promise.resolve();
    queue.push(3);
    queue.end();
    expect(await reading).toEqual([1, 2, 3]);
  });

  it('accepts nothing after its end', async () => {
    const queue = new EventQueue<number>();
    queue.push(1);
    queue.end();
    queue.push(2);
    queue.fail(new Error('too late'));
    expect(await collect(queue)).toEqual([1]);
  });

  it('throws an error once, after what came before it', async () => {
    const queue = new EventQueue<number>();
    queue.push(1);
    queue.fail(new Error('broken'));
    const iterator = queue[Symbol.asyncIterator]();
    expect(await iterator.next()).toEqual({ done: false, value: 1 });
    await expect(iterator.next()).rejects.toThrow('broken');
    expect(await iterator.next()).toEqual({ done: true, value: undefined });
  });

  it('wakes a waiting reader when it ends or fails', async () => {
    const ended = new EventQueue<number>();
    const waiting = ended[Symbol.asyncIterator]().next();
    ended.end();
    expect(await waiting).toEqual({ done: true, value: undefined });

    const failed = new EventQueue<number>();
    const failing = failed[Symbol.asyncIterator]().next();
    failed.fail(new Error('broken'));
    await expect(failing).rejects.toThrow('broken');
  });

  it('reports a reader that leaves early, but not one that stays to the end', async () => {
    const left: string[] = [];
    const early = new EventQueue<number>({ onLeave: () => left.push('early') });
    early.push(1);
    early.push(2);
    // oxlint-disable-next-line no-unreachable-loop -- leaving is what is tested
    for await (const event of early) {
      expect(event).toBe(1);
      break;
    }
    const patient = new EventQueue<number>({ onLeave: () => left.push('patient') });
    patient.end();
    await collect(patient);
    expect(left).toEqual(['early']);
    early.push(3);
    expect(await collect(early)).toEqual([]);
  });

  it('asks its source to wait while too many events are queued', async () => {
    const pressure: boolean[] = [];
    const queue = new EventQueue<number>({ limit: 4, onPressure: (full) => pressure.push(full) });
    const iterator = queue[Symbol.asyncIterator]();
    for (let event = 0; event < 10; event += 1) queue.push(event);
    expect(pressure).toEqual([true]);
    for (let event = 0; event < 7; event += 1) await iterator.next();
    expect(pressure).toEqual([true]);
    await iterator.next();
    expect(pressure).toEqual([true, false]);
  });

  it('asks its source to wait while a few long events are queued', async () => {
    const pressure: boolean[] = [];
    const queue = new EventQueue<unknown>({ maxLength: 1_000, onPressure: (full) => pressure.push(full) });
    const iterator = queue[Symbol.asyncIterator]();
    for (let event = 0; event < 4; event += 1) queue.push({ type: 'result', output: ['x'.repeat(400)] });
    expect(pressure).toEqual([true]);
    await iterator.next();
    await iterator.next();
    expect(pressure).toEqual([true]);
    await iterator.next();
    expect(pressure).toEqual([true, false]);
  });

  it('releases a long event once it was taken', async () => {
    const queue = new EventQueue<{ output: string }>();
    const iterator = queue[Symbol.asyncIterator]();
    const taken = await (async () => {
      queue.push({ output: 'x'.repeat(100_000) });
      for (let event = 0; event < 10; event += 1) queue.push({ output: 'short' });
      return new WeakRef((await iterator.next()).value!);
    })();
    await new Promise(setImmediate);
    collectGarbage();
    expect(taken.deref()).toBeUndefined();
    expect((await iterator.next()).value).toEqual({ output: 'short' });
  });

  it('lets its source continue when the reader has left', async () => {
    const pressure: boolean[] = [];
    const queue = new EventQueue<number>({ limit: 2, onPressure: (full) => pressure.push(full) });
    for (let event = 0; event < 5; event += 1) queue.push(event);
    await queue[Symbol.asyncIterator]().return?.();
    expect(pressure).toEqual([true, false]);
  });

  it('keeps order and loses nothing, however pushing and taking alternate', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(6)), fc.integer({ min: 1, max: 5 }), async (bursts, limit) => {
        const queue = new EventQueue<number>({ limit });
        const iterator = queue[Symbol.asyncIterator]();
        const taken: number[] = [];
        let next = 0;
        for (const burst of bursts) {
          for (let each = 0; each < burst; each += 1) queue.push(next++);
          for (let each = 0; each < burst / 2; each += 1) taken.push((await iterator.next()).value as number);
        }
        queue.end();
        for (let result = await iterator.next(); !result.done; result = await iterator.next()) taken.push(result.value);
        expect(taken).toEqual(Array.from({ length: next }, (_, index) => index));
      }),
    );
  });
});

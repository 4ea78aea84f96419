import { openStore } from '@posthouse/store';
import { expect, test } from 'vitest';
import { agent } from '../definitions/agent.ts';
import { LiveHub } from '../live/live-hub.ts';
import { TaskTexts } from '../live/task-texts.ts';
import { TurnSeat } from './turn-seat.ts';

async function sit(hasInterrupt: () => boolean, nextTurn = () => 2) {
  const store = await openStore('sqlite::memory:');
  const live = new LiveHub(store);
  const seat = new TurnSeat({
    agent: agent({ name: 'math', commTargets: [], run: async () => ({ text: '' }) }),
    turn: 1,
    nextTurn,
    taken: [],
    epoch: 1,
    texts: new TaskTexts({ live, task: '1', run: () => undefined, commit: () => Promise.reject(new Error('no')) }),
    takeInterrupts: () => [],
    hasInterrupt,
  });
  return {
    seat,
    [Symbol.asyncDispose]: async () => {
      live.close();
      await store[Symbol.asyncDispose]();
    },
  };
}

test('an interrupt that came while the history was read aborts the model call before it begins', async () => {
  let waiting = false;
  await using place = await sit(() => waiting);
  place.seat.interrupt();
  waiting = true;
  expect(place.seat.listen().aborted).toBe(true);
});

test('a model call goes on until it is interrupted or the seat ends', async () => {
  await using place = await sit(() => false);
  const first = place.seat.listen();
  expect(first.aborted).toBe(false);
  place.seat.interrupt();
  expect(first.aborted).toBe(true);
  const second = place.seat.listen();
  expect(second.aborted).toBe(false);
  place.seat.end(new Error('over'));
  expect(second.reason).toEqual(new Error('over'));
});

test('every model call but the first takes another turn number, also that of a summary', async () => {
  let last = 1;
  await using place = await sit(
    () => false,
    () => (last += 1),
  );
  place.seat.countCall();
  expect(last).toBe(1);
  place.seat.countCall();
  expect(last).toBe(2);
  expect(place.seat.yieldNumber()).toBe(1);
  expect(place.seat.turn).toBe(3);
  place.seat.countCall();
  expect(last).toBe(3);
});

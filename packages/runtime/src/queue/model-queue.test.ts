import { expect, test } from 'vitest';
import { agent } from '../definitions/agent.ts';
import { QueueAdmission } from './queue-admission.ts';
import { type CallBounds, DEFAULT_CALL_BOUNDS } from './call-bounds.ts';
import { ModelQueue } from './model-queue.ts';

const owner = { swarm: 'desk', role: 'user', id: 'ada' } as const;
const UNSET = Object.fromEntries(Object.keys(DEFAULT_CALL_BOUNDS).map((name) => [name, undefined]));

/** How many of a caller's calls wait, when one more is made than a caller may make at once by default. */
function waitingCalls(bounds: Partial<CallBounds>): number {
  const queue = new ModelQueue(bounds);
  const { signal } = new AbortController();
  for (let call = 0; call <= DEFAULT_CALL_BOUNDS.perCaller; call += 1) {
    void queue.take({ task: `${call}`, run: 1, owner, model: 'm', signal });
  }
  const { waiting } = queue;
  queue.close();
  return waiting;
}

test.each<[string, Partial<CallBounds>]>([
  ['absent', {}],
  ['undefined', UNSET],
])('a bound that is %s is the default one', (_how, bounds) => {
  expect(waitingCalls(bounds)).toBe(1);
  expect(() => new ModelQueue(bounds).refuseIfFull(owner)).not.toThrow();
});

test('a bound that is given holds beside others that are undefined', () => {
  expect(waitingCalls({ ...UNSET, perCaller: 4 })).toBe(DEFAULT_CALL_BOUNDS.perCaller - 3);
});

test('takes exactly as many messages at once as may begin or wait, and counts each of them once', () => {
  const queue = new ModelQueue({ perCaller: 2, waitingPerCaller: 3 });
  const { signal } = new AbortController();
  const post = (taskId: string) => {
    const arrival = new QueueAdmission(queue, {
      owner,
      taskId,
      reader: agent({ name: 'clerk', commTargets: [], model: 'm' }),
    });
    arrival.refuseIfFull();
    return arrival;
  };
  const come = (taskId: string) => void queue.take({ task: taskId, taskId, run: 1, owner, model: 'm', signal });
  const arrivals = ['a', 'b', 'c', 'd'].map((taskId) => post(taskId));
  // Some are safe and have come into the queue, others are still on their way.
  for (const taskId of ['a', 'b', 'c']) come(taskId);
  arrivals.push(post('e'));
  expect(() => post('f')).toThrow('3 of your model calls are queued');
  for (const taskId of ['d', 'e']) come(taskId);
  expect(queue.waiting).toBe(3);
  expect(() => post('f')).toThrow('3 of your model calls are queued');
  for (const arrival of arrivals) arrival[Symbol.dispose]();
  queue.close();
});

test('whoever finds a place in the queue is told when the run waits no more, however soon that is', async () => {
  const queue = new ModelQueue({ atOnce: 1 });
  const { signal } = new AbortController();
  const take = (task: string) => queue.take({ task, run: 1, owner, model: 'm', signal });
  const first = await take('first');
  const second = take('second');
  expect(queue.placeOf('second')).toEqual({ run: 1, place: 1 });
  const told: number[] = [];
  queue.places.listen('second', ({ place }) => told.push(place));
  first.end();
  (await second).end();
  expect(told).toEqual([0]);
  queue.close();
});

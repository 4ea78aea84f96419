import { expect, test } from 'vitest';
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

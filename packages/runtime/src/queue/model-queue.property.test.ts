import { PosthouseError } from '@posthouse/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ModelSlot } from '../respond/respond.ts';
import { ModelQueue } from './model-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const tooMany = new PosthouseError({ code: 'model_failed', message: 'too many' });

/** A model call that asks for a slot, and what has become of it. */
class Call {
  state: 'waiting' | 'begun' | 'over' = 'waiting';
  slot: ModelSlot | undefined;
  readonly #signal = new AbortController();

  constructor(queue: ModelQueue, id: number) {
    const owner = { swarm: 'desk', role: 'user', id: `u${id % 3}` } as const;
    void this.#wait(
      queue
        .take({ task: `${id}`, run: 1, owner, model: `m${id % 2}`, signal: this.#signal.signal })
        .then((slot) => void (this.slot = slot)),
    );
  }

  refuse(waitMs: number): void {
    this.state = 'waiting';
    void this.#wait(this.slot!.refused({ waitMs, failure: tooMany }, this.#signal.signal));
  }

  /** As whoever holds a slot does it: also while the call waits again after a refusal. */
  end(): void {
    this.slot?.end();
    if (this.state === 'begun') this.state = 'over';
  }

  /** The slot is given back by a listener, before the queue hears that the signal has aborted, or after it. */
  abort(how: 'ends it first' | 'ends it later' | 'does not end it'): void {
    if (how === 'ends it first') this.end();
    this.#signal.abort(new Error('stopped'));
    if (how !== 'does not end it' || this.state === 'begun') this.end();
  }

  async #wait(slot: Promise<void>): Promise<void> {
    try {
      await slot;
      this.state = 'begun';
    } catch {
      this.state = 'over';
    }
  }
}

type Move = { kind: 'ask' | 'accept' | 'refuse' | 'end' | 'abort' | 'wait' | 'breathe'; which: number };

const moves = fc.array(
  fc.record<Move>({
    kind: fc.oneof(
      { weight: 4, arbitrary: fc.constant('ask' as const) },
      {
        weight: 5,
        arbitrary: fc.constantFrom<Move['kind']>('accept', 'refuse', 'end', 'abort', 'wait', 'breathe'),
      },
    ),
    which: fc.nat(1_000),
  }),
  { maxLength: 60 },
);

const HOW_TO_ABORT = ['ends it first', 'ends it later', 'does not end it'] as const;

describe('the queue of model calls, whatever happens', () => {
  test('keeps a place for nobody who has gone, forgets nobody who waits, and throws nothing', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (given) => {
        vi.clearAllTimers();
        const queue = new ModelQueue({ atOnce: 3, perCaller: 2, perModel: 2, giveUpMs: 3_000 });
        const calls: Call[] = [];
        for (const { kind, which } of given) {
          const call = calls[which % Math.max(1, calls.length)];
          const begun = call?.state === 'begun';
          if (kind === 'ask') calls.push(new Call(queue, which));
          else if (kind === 'wait') await vi.advanceTimersByTimeAsync(which);
          else if (kind === 'breathe') await vi.advanceTimersByTimeAsync(0);
          else if (kind === 'accept' && begun) call.slot!.accepted();
          else if (kind === 'refuse' && begun) call.refuse(which);
          else if (kind === 'end') call?.end();
          else if (kind === 'abort') call?.abort(HOW_TO_ABORT[which % 3]!);
          const counted = queue.counts().reduce((sum, { waiting }) => sum + waiting, 0);
          expect(queue.waiting).toBe(counted);
        }
        await vi.advanceTimersByTimeAsync(0);
        const still = calls.filter(({ state }) => state === 'waiting').length;
        expect(still).toBe(queue.waiting);
        // Whoever waits is served, or given up, when all others end.
        for (let round = 0; round <= calls.length; round += 1) {
          for (const call of calls) if (call.state === 'begun') call.end();
          await vi.advanceTimersByTimeAsync(3_000);
        }
        expect(calls.map(({ state }) => state)).toEqual(calls.map(() => 'over'));
        expect(queue.counts()).toEqual([]);
        queue.close();
      }),
    );
  });
});

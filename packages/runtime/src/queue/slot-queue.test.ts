import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type SlotClaim,
  emptyQueue,
  nextTime,
  placeOf,
  type SlotEvent,
  type SlotQueue,
  type SlotRequest,
  step,
} from './slot-queue.ts';

const GIVE_UP_MS = 60_000;

/** A queue that is told things one after the other, and writes down who could begin. */
class Played {
  queue: SlotQueue = emptyQueue({ giveUpMs: GIVE_UP_MS });
  readonly begun: number[] = [];
  readonly givenUp: number[] = [];
  now = 0;
  readonly #claims = new Map<string, readonly SlotClaim[]>();

  readonly limits: { process?: number; caller?: number; model?: number };

  constructor(limits: Played['limits'] = {}) {
    this.limits = limits;
  }

  tell(event: SlotEvent): this {
    const { queue, granted, givenUp } = step(this.queue, event, this.now);
    this.queue = queue;
    this.begun.push(...granted.map(({ id }) => id));
    this.givenUp.push(...givenUp.map(({ id }) => id));
    return this;
  }

  ask(id: number, caller: string, model = 'm'): this {
    return this.tell({ type: 'ask', request: this.toRequest(id, caller, model) });
  }

  end(id: number): this {
    return this.tell({ type: 'end', id });
  }

  refuse(id: number, waitMs?: number): this {
    return this.tell({ type: 'refused', id, ...(waitMs === undefined ? {} : { waitMs }) });
  }

  wait(milliseconds: number): this {
    this.now += milliseconds;
    return this.tell({ type: 'time' });
  }

  toRequest(id: number, caller: string, model: string): SlotRequest {
    const { process = 64, caller: perCaller = 64, model: perModel = 64 } = this.limits;
    const key = `${caller} ${model}`;
    const claims = this.#claims.get(key) ?? [
      { name: 'process', limit: process },
      { name: `caller ${caller}`, limit: perCaller },
      { name: `model ${model}`, limit: perModel },
    ];
    this.#claims.set(key, claims);
    return { id, caller, model, claims, since: this.now };
  }
}

describe('a queue of model calls', () => {
  test('lets everybody begin at once while there is room', () => {
    expect(new Played().ask(1, 'a').ask(2, 'a').ask(3, 'b').begun).toEqual([1, 2, 3]);
  });

  test.each([
    ['of the process', { process: 1 }],
    ['of a caller', { caller: 1 }],
    ['of a model', { model: 1 }],
  ])('enforces the bound %s, and continues when a call ends', (_, limits) => {
    const played = new Played(limits).ask(1, 'a').ask(2, 'a');
    expect(played.begun).toEqual([1]);
    expect(played.end(1).begun).toEqual([1, 2]);
  });

  test("alternates between callers, and keeps the order of each caller's calls", () => {
    const played = new Played({ process: 1 });
    for (const id of [1, 2, 3, 4]) played.ask(id, 'many');
    played.ask(5, 'one').ask(6, 'two').ask(7, 'two');
    for (let next = 1; next <= 7; next += 1) played.end(played.begun.at(-1)!);
    expect(played.begun).toEqual([1, 2, 5, 6, 3, 7, 4]);
  });

  test('a caller does not wait behind another that has reached its own bound', () => {
    const played = new Played({ process: 3, caller: 2 });
    for (const id of [1, 2, 3, 4]) played.ask(id, 'many');
    expect(played.ask(5, 'one').begun).toEqual([1, 2, 5]);
  });

  test('a call does not wait behind those of the same caller to a busy model', () => {
    const played = new Played({ model: 1 }).ask(1, 'a', 'slow').ask(2, 'a', 'slow').ask(3, 'a', 'quick');
    expect(played.begun).toEqual([1, 3]);
  });

  test('drops whoever leaves', () => {
    const played = new Played({ process: 1 }).ask(1, 'a').ask(2, 'b').ask(3, 'c');
    expect(played.end(2).end(1).begun).toEqual([1, 3]);
  });

  test('tells each call its place, with callers alternating', () => {
    const played = new Played({ process: 1 });
    for (const id of [1, 2, 3, 4]) played.ask(id, 'many');
    played.ask(5, 'one').ask(6, 'two').ask(7, 'two');
    const waiting = { 2: 'many', 5: 'one', 6: 'two', 3: 'many', 7: 'two', 4: 'many' };
    const places = Object.entries(waiting).map(([id, caller]) => [
      id,
      placeOf(played.queue, { id: Number(id), caller }),
    ]);
    expect(Object.fromEntries(places)).toEqual({ 2: 1, 5: 2, 6: 3, 3: 4, 7: 5, 4: 6 });
    expect(placeOf(played.queue, { id: 1, caller: 'many' })).toBeUndefined();
  });
});

describe('a model whose provider refuses calls', () => {
  test('nobody asks a refusing model for as long as its provider says, and other models are asked', () => {
    const played = new Played().ask(1, 'a').refuse(1, 5_000).ask(2, 'b').ask(3, 'b', 'other');
    expect(played.begun).toEqual([1, 3]);
    expect(nextTime(played.queue, played.now)).toBe(5_000);
    expect(played.wait(4_999).begun).toEqual([1, 3]);
    expect(played.wait(1).begun).toEqual([1, 3, 1]);
  });

  test('a refusing model is asked by one call, and then by twice as many after each success', () => {
    const played = new Played().ask(1, 'a').refuse(1, 1_000);
    for (let id = 2; id <= 8; id += 1) played.ask(id, 'a');
    expect(played.wait(1_000).begun).toEqual([1, 1]);
    expect(played.tell({ type: 'accepted', id: 1 }).begun.slice(2)).toEqual([2, 3]);
    expect(played.tell({ type: 'accepted', id: 2 }).begun.slice(4)).toEqual([4, 5, 6]);
  });

  test('a model that refuses is asked ever less often, whatever delay it gives', () => {
    const played = new Played().ask(1, 'a');
    const rests: number[] = [];
    for (let times = 0; times < 5; times += 1) {
      played.refuse(1, times === 0 ? 10 : 0);
      const rest = nextTime(played.queue, played.now)! - played.now;
      rests.push(rest);
      played.wait(rest);
    }
    expect(rests).toEqual([10, 2_000, 4_000, 8_000, 16_000]);
  });

  test('counts refusals of simultaneous calls as one', () => {
    const played = new Played().ask(1, 'a').ask(2, 'a').ask(3, 'a');
    played.refuse(1, 1_000).refuse(2, 3_000).refuse(3, 500);
    expect(played.wait(2_999).begun).toEqual([1, 2, 3]);
    expect(played.wait(1).begun).toEqual([1, 2, 3, 1]);
  });

  test('the next call asks when the one asking leaves without an answer', () => {
    const played = new Played().ask(1, 'a').refuse(1, 1_000).ask(2, 'b').wait(1_000);
    expect(played.begun).toEqual([1, 1]);
    expect(played.end(1).begun).toEqual([1, 1, 2]);
  });

  test('calls wait for a refusing model up to the time limit, also those that have not asked yet', () => {
    const played = new Played()
      .ask(1, 'a')
      .refuse(1, 3_600_000)
      .ask(2, 'b')
      .wait(GIVE_UP_MS / 2)
      .ask(3, 'c');
    expect(nextTime(played.queue, played.now)).toBe(GIVE_UP_MS);
    expect(played.wait(GIVE_UP_MS / 2).givenUp).toEqual([1, 2]);
    expect(played.wait(GIVE_UP_MS / 2).givenUp).toEqual([1, 2, 3]);
    expect(played.queue.lines).toEqual([]);
  });

  test('calls wait for a model as long as it accepts one now and then', () => {
    const played = new Played()
      .ask(1, 'a')
      .refuse(1, 1_000)
      .ask(2, 'b')
      .ask(3, 'c')
      .wait(GIVE_UP_MS - 1);
    played.tell({ type: 'accepted', id: 1 }).refuse(2, 1_000);
    expect(played.wait(GIVE_UP_MS - 1).givenUp).toEqual([]);
  });
});

type Move = { kind: 'ask' | 'end' | 'leave' | 'refuse' | 'accept' | 'wait'; which: number };

const moves = fc.array(
  fc.record<Move>({
    kind: fc.oneof(
      { weight: 5, arbitrary: fc.constant('ask' as const) },
      { weight: 4, arbitrary: fc.constant('end' as const) },
      {
        weight: 1,
        arbitrary: fc.constantFrom('leave' as const, 'refuse' as const, 'accept' as const, 'wait' as const),
      },
    ),
    which: fc.nat(1_000),
  }),
  { maxLength: 80 },
);
const limits = fc.record({
  process: fc.integer({ min: 1, max: 5 }),
  caller: fc.integer({ min: 1, max: 3 }),
  model: fc.integer({ min: 1, max: 3 }),
});

describe('a queue of model calls, whatever happens', () => {
  function play(
    given: readonly Move[],
    bounds: { process: number; caller: number; model: number },
    check: (played: Played) => void,
  ): Played {
    const played = new Played(bounds);
    given.forEach(({ kind, which }, id) => {
      const pick = <Value>(values: Iterable<Value>): Value | undefined => {
        const all = [...values];
        return all[which % Math.max(1, all.length)];
      };
      const held = pick(played.queue.held.keys());
      const waiting = pick(played.queue.lines.flatMap(({ requests }) => requests.map((request) => request.id)));
      if (kind === 'ask') played.ask(id, `c${which % 4}`, `m${which % 3}`);
      else if (kind === 'wait') played.wait(which * 10);
      else if (kind === 'leave' && waiting !== undefined) played.end(waiting);
      else if (held !== undefined && kind === 'end') played.end(held);
      else if (held !== undefined && kind === 'refuse') played.refuse(held, which);
      else if (held !== undefined && kind === 'accept') played.tell({ type: 'accepted', id: held });
      check(played);
    });
    return played;
  }

  test('never exceeds a bound, and counts exactly what is held', () => {
    fc.assert(
      fc.property(moves, limits, (given, bounds) => {
        play(given, bounds, ({ queue }) => {
          const counted = new Map<string, number>();
          for (const { claims } of queue.held.values()) {
            for (const { name, limit } of claims) {
              counted.set(name, (counted.get(name) ?? 0) + 1);
              expect(counted.get(name)).toBeLessThanOrEqual(limit);
            }
          }
          expect(queue.used).toEqual(counted);
        });
      }),
    );
  });

  test('never holds up a call that no bound and no provider holds back', () => {
    fc.assert(
      fc.property(moves, limits, (given, bounds) => {
        play(given, bounds, ({ queue }) => {
          const free = queue.lines.flatMap(({ requests }) =>
            requests.filter(
              ({ claims, model }) =>
                !queue.paces.has(model) && claims.every(({ name, limit }) => (queue.used.get(name) ?? 0) < limit),
            ),
          );
          expect(free).toEqual([]);
        });
      }),
    );
  });

  test('starts every call in the end, after at most one call of each other caller for each of its own', () => {
    fc.assert(
      fc.property(moves, (given) => {
        // One bound alone, so that the order is decided by turns and by nothing else.
        const asks = given.filter(({ kind }) => kind === 'ask');
        const played = play(asks, { process: 1, caller: 9, model: 9 }, () => undefined);
        const before = played.begun.length;
        const places = new Map(
          played.queue.lines.flatMap(({ requests }) =>
            requests.map((request) => [request.id, placeOf(played.queue, request)!] as const),
          ),
        );
        while (played.queue.held.size > 0) played.end([...played.queue.held.keys()][0]!);
        expect(played.begun.toSorted((a, b) => a - b)).toEqual(asks.map((_, id) => id));
        for (const [id, place] of places) expect(played.begun.indexOf(id) - before + 1).toBe(place);
      }),
    );
  });
});

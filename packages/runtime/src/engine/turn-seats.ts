import type { NewEntry } from '@posthouse/protocol';
import type { Spent } from '@posthouse/store';
import { addSpent, toSpent } from '../task/spent.ts';
import type { LostCall } from '../respond/call-meter.ts';
import type { Waiters } from '../timing/waiters.ts';
import type { TurnSeat } from '../turns/turn-seat.ts';
import type { UnrecordedCalls } from '../task/task-data.ts';

/** The turns of a task that are under way, one for each agent at most. */
export class TurnSeats {
  readonly #seats = new Map<string, TurnSeat>();
  readonly #onRest: (rest: LostCall[]) => void;
  readonly #waiters: Waiters;

  /** `onRest` is told what was spent on turns of which nothing is on disk in the end; `waiters` look when turns are over. */
  constructor(onRest: (rest: LostCall[]) => void, waiters: Waiters) {
    this.#onRest = onRest;
    this.#waiters = waiters;
  }

  get busy(): boolean {
    return this.#seats.size > 0;
  }

  /** Turns that only wait have not begun, and are begun by whoever comes next. */
  get working(): boolean {
    return this.all().some((seat) => !seat.isQueued);
  }

  has(agent: string): boolean {
    return this.#seats.has(agent);
  }

  all(): TurnSeat[] {
    return [...this.#seats.values()];
  }

  unrecorded(): UnrecordedCalls[] {
    return [...this.#seats].flatMap(([agent, { turn, meter }]) => {
      const metered = meter.read();
      return metered.length === 0 ? [] : [{ agent, turn, metered }];
    });
  }

  /** What is recorded, with what is not. */
  spent(recorded: Spent): Spent {
    return [...this.#seats.values()]
      .flatMap(({ meter }) => meter.read())
      .map(toSpent)
      .reduce(addSpent, recorded);
  }

  take(seat: TurnSeat): void {
    this.#seats.set(seat.agent.name, seat);
  }

  /** The turn is over, however that came. */
  leave(seat: TurnSeat): void {
    const { name } = seat.agent;
    if (this.#seats.get(name) === seat) this.#seats.delete(name);
    const rest = seat.meter.takeRest();
    if (rest.length > 0) this.#onRest(rest);
    this.#waiters.look();
  }

  /** What these entries say was used up is on disk. */
  settle(entries: readonly NewEntry[]): void {
    for (const { type, agent = '' } of entries) if (type === 'usage') this.#seats.get(agent)?.meter.settle();
  }

  /** The end of the run tells what calls that it cuts off have used up. */
  tell(entries: readonly NewEntry[]): void {
    for (const { type, agent = '' } of entries) if (type === 'usage') this.#seats.get(agent)?.meter.take();
    this.settle(entries);
  }

  /** Interrupts the agents that have an interrupt to read. */
  cutIn(): void {
    for (const seat of this.#seats.values()) if (seat.hasInterrupt()) seat.interrupt();
  }

  /** Cuts off whatever agents are doing. */
  halt(reason: Error): void {
    for (const seat of this.#seats.values()) seat.end(reason);
    this.#seats.clear();
    this.#waiters.look();
  }
}

import type { PosthouseError } from '@posthouse/protocol';
import type { HostEvent } from '../host-event.ts';
import { EventQueue } from './event-queue.ts';

/** One run on its way from an agent program to the reader of `send`. */
export class AgentRun<Event> {
  readonly events: EventQueue<Event | HostEvent>;
  /** Set by a stop. From then on the reader only wants what closes calls and tells the cost. */
  isStopping = false;
  /** Set when the program was gone before it had come to an end, and may not have kept anything of the run. */
  isLost = false;
  readonly #over = Promise.withResolvers<void>();
  #isOver = false;
  #room: PromiseWithResolvers<void> | undefined;

  constructor() {
    this.events = new EventQueue({ onPressure: (full) => this.#press(full) });
  }

  /** Whether the program has nothing more to do for this run. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Settles when the run is over. */
  get over(): Promise<void> {
    return this.#over.promise;
  }

  /** Hands an event to the reader. If there is a promise, the reader is behind: wait for it before the next event. */
  tell(event: Event | HostEvent): Promise<void> | undefined {
    this.events.push(event);
    return this.#room?.promise;
  }

  /** The program is done with this run. */
  end(): void {
    this.#isOver = true;
    this.events.end();
    this.#press(false);
    this.#over.resolve();
  }

  /** The reader gets this error. The run is not over before the program is brought to its end, too. */
  fail(error: PosthouseError): void {
    this.events.fail(error);
    this.#press(false);
  }

  #press(full: boolean): void {
    if (full && !this.isStopping) this.#room ??= Promise.withResolvers();
    if (full) return;
    this.#room?.resolve();
    this.#room = undefined;
  }
}

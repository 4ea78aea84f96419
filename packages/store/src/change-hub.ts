import type { TaskKey } from './task.ts';

// A set, not a list: a subscriber that does not keep up holds each task once, however often it changes.
type Subscriber = { pending: Set<TaskKey>; ended: boolean; wake: () => void };

const nobodyWaits = (): void => undefined;

/** Hands out hints about changed tasks to everybody in this process who asked for them. */
export class ChangeHub {
  readonly #subscribers = new Set<Subscriber>();
  #ended = false;

  get isListenedTo(): boolean {
    return this.#subscribers.size > 0;
  }

  announce(keys: Iterable<TaskKey>): void {
    for (const key of keys) for (const { pending } of this.#subscribers) pending.add(key);
    for (const subscriber of this.#subscribers) if (subscriber.pending.size > 0) subscriber.wake();
  }

  /** Listens from this call on, not from the first time somebody asks the iterator. */
  subscribe(signal: AbortSignal): AsyncIterable<TaskKey> {
    const subscriber: Subscriber = { pending: new Set(), ended: this.#ended || signal.aborted, wake: nobodyWaits };
    const end = (): void => this.#end(subscriber);
    if (!subscriber.ended) {
      this.#subscribers.add(subscriber);
      signal.addEventListener('abort', end, { once: true });
    }
    return drain(subscriber, () => {
      signal.removeEventListener('abort', end);
      end();
    });
  }

  /** Ends every subscription. */
  end(): void {
    this.#ended = true;
    for (const subscriber of this.#subscribers) this.#end(subscriber);
  }

  #end(subscriber: Subscriber): void {
    this.#subscribers.delete(subscriber);
    subscriber.ended = true;
    subscriber.wake();
  }
}

async function* drain(subscriber: Subscriber, leave: () => void): AsyncGenerator<TaskKey> {
  try {
    while (!subscriber.ended) {
      const [key] = subscriber.pending;
      if (key === undefined) {
        await new Promise<void>((resolve) => (subscriber.wake = resolve));
        subscriber.wake = nobodyWaits;
      } else {
        subscriber.pending.delete(key);
        yield key;
      }
    }
  } finally {
    leave();
  }
}

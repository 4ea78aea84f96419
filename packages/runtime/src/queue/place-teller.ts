import type { TaskKey } from '@posthouse/store';
import { ChangeBoard } from '../live/change-board.ts';

/** The place of a task's run in the queue; 0 when it no longer waits. */
export type QueuePlace = { run: number; place: number };

/** Most runs wait for a moment only; nobody is told about those. */
const FIRST_LOOK_MS = 100;
const LOOK_MS = 1_000;
/** From here on every step counts; further back only a tenth of the way does. */
const EXACT_PLACES = 10;

/**
 * Tells whoever listens where runs stand in the queue. Whenever one goes, all others move up; so places are looked at once a
 * second, and far from the front only told when they have changed by a tenth.
 */
export class PlaceTeller {
  readonly #places: () => ReadonlyMap<TaskKey, QueuePlace>;
  readonly #board = new ChangeBoard<QueuePlace>();
  readonly #told = new Map<TaskKey, QueuePlace>();
  #timer: NodeJS.Timeout | undefined;

  constructor(places: () => ReadonlyMap<TaskKey, QueuePlace>) {
    this.#places = places;
  }

  /** Calls the listener with the place of a task when it changes, until the returned function is called. */
  listen(task: TaskKey, listener: (place: QueuePlace) => void): () => void {
    return this.#board.listen(task, listener);
  }

  /** A call begins to wait. */
  look(): void {
    this.#timer ??= setTimeout(() => this.#look(), FIRST_LOOK_MS).unref();
  }

  /** The turn of a run has come, or it has gone away. Whoever listens may know its place without having been told it here. */
  left(task: TaskKey, run: number): void {
    this.#told.delete(task);
    this.#board.announce(task, { run, place: 0 });
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #look(): void {
    const places = this.#places();
    for (const [task, next] of places) {
      const told = this.#told.get(task);
      if (told?.run === next.run && !isNews(told.place, next.place)) continue;
      this.#told.set(task, next);
      this.#board.announce(task, next);
    }
    this.#timer = places.size === 0 ? undefined : setTimeout(() => this.#look(), LOOK_MS).unref();
  }
}

function isNews(told: number, place: number): boolean {
  return Math.abs(told - place) >= Math.max(1, Math.floor(Math.min(told, place) / EXACT_PLACES));
}

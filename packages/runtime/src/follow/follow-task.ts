import {
  type LiveText,
  type LogEntry,
  nextStanding,
  recordedTextOf,
  type Standing,
  type Token,
} from '@posthouse/protocol';
import type { Store, Task } from '@posthouse/store';
import type { LiveHub, PlacedToken } from '../live/live-hub.ts';
import { partId } from '../live/merge-texts.ts';
import type { ModelQueue } from '../queue/model-queue.ts';
import type { QueuePlace } from '../queue/place-teller.ts';
import { Bell } from '../live/bell.ts';
import type { ChangeBoard } from '../live/change-board.ts';
import { stayAlive } from '../live/stay-alive.ts';

/** A piece of text that is being written now; its turn is not in the log yet. */
export type TokenEvent = { type: 'token' } & Token;

export type FollowTaskOptions = {
  /** Starts after this `seq`; 0 replays everything. */
  after?: number;
  /** Also yields the text of running turns as it is written. */
  tokens?: boolean;
  /**
   * When to stop: once no run is open (`end`, the default), once a pause waits for somebody (`pause`), or only when
   * the signal aborts (`never`).
   */
  until?: 'end' | 'pause' | 'never';
  signal?: AbortSignal;
};

/** What happened since the last batch, in order. `caughtUp` if there is nothing more for now. */
export type FollowBatch = { events: (LogEntry | TokenEvent)[]; caughtUp: boolean };

export type FollowSource = {
  store: Store;
  live: LiveHub;
  changes: ChangeBoard;
  task: Task;
  /** Where runs of this process stand that wait to ask a model. */
  queue: Pick<ModelQueue, 'placeOf' | 'places'>;
  /** Whether this process works on the task: then all of its text is in memory. */
  isOurs: () => boolean;
};

/** How much of a log is read at once. */
const PAGE_ENTRIES = 500;
const PAGE_BYTES = 256 * 1024;
/** How often to look for live text that another process writes: hints of it may get lost. */
const FOREIGN_TEXT_MS = 100;

/** The log of a task from any point on: first what is there, then what comes. */
export async function* followTask(
  source: FollowSource,
  options: FollowTaskOptions & { signal: AbortSignal },
): AsyncGenerator<LogEntry | TokenEvent> {
  const { until = 'end' } = options;
  const standing = new TaskStanding(source.task);
  for await (const { events, caughtUp } of followBatches(source, options)) {
    for (const event of events) {
      if (event.type !== 'token') standing.see(event);
      yield event;
    }
    if (!caughtUp || until === 'never') continue;
    if (!standing.open || (until === 'pause' && standing.paused)) return;
  }
}

export type BatchOptions = Pick<FollowTaskOptions, 'after' | 'tokens'> & {
  /** Is given text of this process at once, unless something that came before it is still on its way in a batch. */
  onToken?: (token: TokenEvent) => void;
  /** Is told where the run stands in the queue, behind the batch that tells of the run itself. */
  onQueued?: (place: QueuePlace) => void;
};

/** The same in batches, for whoever has many readers. The first one comes at once, even if it is empty. */
export async function* followBatches(
  { store, live, changes, task, queue, isOurs }: FollowSource,
  options: BatchOptions & { signal: AbortSignal; leaving?: AbortSignal | undefined },
): AsyncGenerator<FollowBatch> {
  const { tokens = false, onToken, onQueued, signal, leaving } = options;
  const bell = new Bell();
  const waiting: PlacedToken[] = [];
  const reader = tokens ? new TokenReader() : NO_TOKENS;
  let after = options.after ?? 0;
  // Text alone is no reason to look at the store, unless it belongs behind an entry that has not been read.
  let changed = true;
  let reading = true;
  const hear = (token: Token, start: number) => {
    if (onToken === undefined || reading || changed || waiting.length > 0 || start > after) {
      waiting.push({ token, start });
      changed ||= start > after;
      bell.ring();
    } else if (reader.wants(token)) onToken(toEvent(token));
  };
  if (tokens) await live.free(task.key);
  const unsubscribe = tokens ? live.subscribe(task.key, hear) : undefined;
  if (tokens) waiting.push(...live.snapshot(task.key));
  const look = () => ((changed = true), bell.ring());
  const unlisten = [changes.listen(task.key, look), stayAlive()];
  let queued = onQueued && queue.placeOf(task.key);
  let toldPlace: QueuePlace | undefined;
  /**
   * The queue tells a new place a moment later, also to readers who have found it by themselves meanwhile. That a run waits
   * no more it tells of every call; only those who were told of a place have to know.
   */
  const tellPlace = (place: QueuePlace): void => {
    const known = toldPlace?.run === place.run ? toldPlace.place : 0;
    if (place.place === known) return;
    toldPlace = place;
    onQueued!(place);
  };
  if (onQueued !== undefined) {
    const stand = (place: QueuePlace) => (reading || changed ? (queued = place) : tellPlace(place));
    unlisten.push(queue.places.listen(task.key, stand));
  }
  // Both by themselves: a signal of signals costs an idle reader as much as all else here.
  signal.addEventListener('abort', look);
  leaving?.addEventListener('abort', look);
  const stopIfAborted = () => (signal.throwIfAborted(), leaving?.throwIfAborted());

  /** What can be told of the text that was heard: nothing that begins behind what has been read. */
  const tell = () => {
    const [told, kept] = [waiting.filter(({ start }) => start <= after), waiting.filter(({ start }) => start > after)];
    waiting.splice(0, waiting.length, ...kept);
    return told.flatMap(({ token }) => reader.show(token));
  };

  const standing = new TaskStanding(task);
  let first = true;
  try {
    for (;;) {
      const heard = bell.listen();
      reading = true;
      // Text is sent out before the entries that record it, so it is told before them: also what came while they were read.
      const events: FollowBatch['events'] = tell();
      let caughtUp = true;
      if (changed) {
        changed = false;
        const page = await store.read(task.key, after, PAGE_ENTRIES, PAGE_BYTES);
        events.push(...tell());
        for (const entry of page.entries) {
          after = entry.seq;
          standing.see(entry);
          if (tokens) reader.see(entry);
          events.push(entry);
        }
        caughtUp = after >= page.head;
        changed ||= !caughtUp;
        if (page.entries.length > 0) events.push(...tell());
        // Text is saved once its beginning is in the log; that one has been read only at the end of the log.
        if (tokens && caughtUp) events.push(...reader.readForeign(page.live).map(toEvent));
      }
      if (first || events.length > 0) yield { events, caughtUp };
      first = false;
      stopIfAborted();
      if (!caughtUp) continue;
      reading = false;
      if (queued !== undefined) tellPlace(queued);
      queued = undefined;
      const foreign = tokens && standing.open && !standing.paused && !isOurs();
      await (foreign ? bell.later(FOREIGN_TEXT_MS) : heard);
      changed ||= foreign;
      stopIfAborted();
    }
  } finally {
    unsubscribe?.();
    for (const stop of unlisten) stop();
    signal.removeEventListener('abort', look);
    leaving?.removeEventListener('abort', look);
  }
}

/** Whether a run is open, and whether it waits for somebody; followed from how the task stood when it was found. */
class TaskStanding {
  readonly #head: number;
  #standing: Standing;

  constructor({ openRun, status, head }: Task) {
    this.#standing = openRun === null ? 'new' : status === 'paused' ? 'paused' : 'running';
    this.#head = head;
  }

  get open(): boolean {
    return this.#standing === 'running' || this.#standing === 'paused';
  }

  get paused(): boolean {
    return this.#standing === 'paused';
  }

  see(entry: LogEntry): void {
    if (entry.seq > this.#head) this.#standing = nextStanding(this.#standing, entry);
  }
}

function toEvent(token: Token): TokenEvent {
  return { type: 'token', ...token };
}

/** Keeps a reader from seeing text twice: once live and once in the log, or once from memory and once from the store. */
class TokenReader {
  /** By turn: the last attempt whose text is in the log. */
  readonly #recorded = new Map<string, number>();
  readonly #lengths = new Map<string, number>();

  see(entry: LogEntry): void {
    const told = recordedTextOf(entry);
    if (told !== undefined) this.#recorded.set(`${told.agent}/${told.turn}`, told.attempt);
  }

  /** The token as an event, unless it has been seen. */
  show(token: Token): TokenEvent[] {
    return this.wants(token) ? [toEvent(token)] : [];
  }

  wants(token: Token): boolean {
    if (token.attempt <= (this.#recorded.get(`${token.agent}/${token.turn}`) ?? 0)) return false;
    const end = token.offset + token.delta.length;
    const known = this.#lengths.get(partId(token)) ?? 0;
    this.#lengths.set(partId(token), Math.max(known, end));
    return end > known;
  }

  /** What the store has of running turns, as far as it goes beyond what was seen. */
  readForeign(live: readonly LiveText[]): Token[] {
    return live
      .map(({ text, ...place }) => {
        const offset = this.#lengths.get(partId(place)) ?? 0;
        return { ...place, offset, delta: text.slice(offset) };
      })
      .filter((token) => token.delta !== '' && this.wants(token));
  }
}

/** For all who read no text. */
const NO_TOKENS = new TokenReader();

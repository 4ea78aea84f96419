import type { MAILFrame } from '@posthouse/protocol';
import { isEnd, type ServerEvent, toFrame } from '@posthouse/protocol/light';
import type { StreamReader } from './stream-items.ts';

export type FrameReaderOptions = {
  /** The id behind which reading starts. */
  after?: string;
  /** Whether the server is known to give ids. If not, the first id shows it. */
  givesIds?: boolean;
};

/**
 * Makes frames of events, over as many connections as it takes: none twice, none left out.
 *
 * An entry of the log may show as several frames, of which only the last has the entry's id. The others wait for it:
 * if the connection is cut between them, the entry comes again as a whole.
 */
export class FrameReader implements StreamReader<MAILFrame> {
  lastId: string | undefined;
  givesIds: boolean;
  end: StreamReader<MAILFrame>['end'];
  #waiting: MAILFrame[] = [];

  constructor({ after, givesIds = false }: FrameReaderOptions = {}) {
    this.lastId = after;
    this.givesIds = givesIds;
  }

  get place(): string | undefined {
    return this.lastId === undefined ? undefined : `after=${encodeURIComponent(this.lastId)}`;
  }

  /** Whatever was incomplete comes again. */
  begin(isOurs: boolean): void {
    if (isOurs) this.givesIds = true;
    this.#waiting = [];
  }

  /** The frames that an event completes. */
  read(event: ServerEvent): MAILFrame[] {
    const { id } = event;
    // One that cannot be read leaves everything as it is.
    const frame = toFrame(event);
    if (id !== undefined) {
      this.givesIds = true;
      if (!this.#isNew(id)) {
        this.#waiting = [];
        return [];
      }
      if (id !== '') this.lastId = id;
    }
    if (frame?.event === 'ping' || this.#isFarewell(frame)) return [];
    if (frame !== undefined) this.#waiting.push(frame);
    // The end of a run is the last frame of its entry; without an id it has none.
    const isComplete = id !== undefined || !this.givesIds || (frame !== undefined && isEnd(frame));
    return isComplete ? this.finish() : [];
  }

  /** The frames that have waited for more, once it is clear that no more will come. */
  finish(): MAILFrame[] {
    const frames = this.#waiting;
    this.#waiting = [];
    const last = frames.at(-1);
    if (last !== undefined) this.end = toEnd(last);
    return frames;
  }

  /** A server that goes away says so; it is no news of the task, and we come back anyway. */
  #isFarewell(frame: MAILFrame | undefined): boolean {
    return frame?.event === 'shutdown_requested' && frame.id === undefined && this.givesIds;
  }

  /** Ids of ours count up; of others we only know whether they are the same. */
  #isNew(id: string): boolean {
    if (this.lastId === undefined) return true;
    const [last, next] = [Number(this.lastId), Number(id)];
    return Number.isSafeInteger(last) && Number.isSafeInteger(next) ? next > last : id !== this.lastId;
  }
}

/** An end without an id stands in no log, so there is nothing behind it to come back for. */
function toEnd(frame: MAILFrame): FrameReader['end'] {
  if (!isEnd(frame)) return undefined;
  if (frame.id === undefined) return 'over';
  return frame.data.status === 'paused' ? 'paused' : 'ended';
}

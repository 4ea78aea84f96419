import { PosthouseError } from '@posthouse/protocol';
import type { FeedBatch, FeedSource, FeedFollowOptions } from '../feed/feed-source.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { ChunkPage } from './agent-session-store.ts';
import { type AnswerEntry, type AnswerEvent, AnswerTexts } from './answer-texts.ts';

/** How an answer stands: it is being written, waits for somebody, or nobody writes it any more. */
export type AnswerStanding = 'running' | 'ended' | { rest: UIChunk };

/** An answer, wherever it is written. */
export interface AnswerWriting {
  /** The newest write, as far as that is known. */
  readonly head: number;
  /** How much there has been that is only in passing. */
  readonly passed: number;
  read(page: ChunkPage): Promise<{ entries: AnswerEntry[]; head: number }>;
  standing(): Promise<AnswerStanding>;
  /** What is not written yet, and what was in passing since. */
  news(passed: number): AnswerEvent[];
  /** Settles when there may be something new. */
  changed(): Promise<unknown>;
}

const PAGE = { limit: 50, maxBytes: 64 * 1024 };

/** An answer for feeds to read. */
export class AnswerSource implements FeedSource<AnswerEvent> {
  readonly #writing: AnswerWriting;

  constructor(writing: AnswerWriting) {
    this.#writing = writing;
  }

  get head(): number {
    return this.#writing.head;
  }

  now(): Promise<this> {
    return Promise.resolve(this);
  }

  read(after: number, limit: number, maxBytes: number): Promise<{ entries: AnswerEntry[]; head: number }> {
    return this.#writing.read({ after, limit, maxBytes });
  }

  openTexts(): AnswerTexts {
    return new AnswerTexts();
  }

  async *follow({ after, signal }: FeedFollowOptions<AnswerEvent>): AsyncGenerator<FeedBatch<AnswerEvent>> {
    const writing = this.#writing;
    let { passed } = writing;
    while (!signal.aborted) {
      // Both before what there is is read: what is written in between is not missed then.
      const changed = writing.changed();
      const standing = await writing.standing();
      const { entries, head } = await writing.read({ ...PAGE, after });
      after = entries.at(-1)?.seq ?? after;
      if (after < head) {
        yield { events: entries, caughtUp: false };
        continue;
      }
      const rest: AnswerEvent =
        typeof standing === 'string' ? { type: 'moving' } : { type: 'resting', finish: standing.rest };
      const events = [...entries, ...writing.news(passed), rest].toSorted(
        (one, other) => placeOf(one) - placeOf(other),
      );
      ({ passed } = writing);
      yield { events, caughtUp: true };
      if (standing === 'ended' && entries.length === 0) throw gone();
      await untilEither(changed, signal);
    }
  }
}

/** What came behind a write is told before the next one; text is told last. */
function placeOf(event: AnswerEvent): number {
  if (event.type === 'written') return event.seq;
  return event.type === 'passing' ? event.after + 0.5 : Number.MAX_SAFE_INTEGER;
}

/** Whoever wrote the answer is gone, and has left no end. Readers have to ask again. */
export function gone(): PosthouseError {
  return new PosthouseError({ code: 'unavailable', message: 'no process is writing this answer any more' });
}

async function untilEither(changed: Promise<unknown>, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  signal.addEventListener('abort', resolve);
  void changed.then(resolve);
  await promise;
  signal.removeEventListener('abort', resolve);
}

import type { OpenConnection } from '../connections/chunk-connection.ts';
import { FeedHub } from '../feed/feed-hub.ts';
import type { RunCursor } from '../streams/run-streams.ts';
import type { MessagePlace } from './agent-session-store.ts';
import { toAnswerEncoding, toAnswerWish } from './answer-encoding.ts';
import { AnswerSource, type AnswerWriting } from './answer-source.ts';
import type { AnswerEvent } from './answer-texts.ts';

/** An answer to read. */
export type ReadableAnswer = {
  place: MessagePlace;
  writing: AnswerWriting;
  /** Whether its writes can be read again, by whoever comes back. */
  hasPlaces: boolean;
};

/** Who reads an answer, and what of it they have. */
export type AnswerReader = { connection: OpenConnection; leaving: AbortSignal } & Partial<RunCursor>;

/** Where answers of agents are read out as UI message streams. */
export class AnswerStreams {
  readonly #hub: FeedHub<AnswerEvent, AnswerSource>;

  constructor(onError: (error: unknown) => void) {
    this.#hub = new FeedHub({ onError });
  }

  /**
   * Sends an answer from its start, or behind what the reader has seen of it, to its end or until it waits for somebody.
   * The promise resolves when the reader listens with the others, or has all there is.
   */
  async read(
    { place, writing, hasPlaces }: ReadableAnswer,
    { connection, leaving, seen = 0, has }: AnswerReader,
  ): Promise<void> {
    const reader = this.#hub.open({
      source: new AnswerSource(writing),
      after: 0,
      connection,
      encoding: toAnswerEncoding(`${hasPlaces} ${place.session.conversation} ${place.id}`, { hasPlaces }),
      wish: toAnswerWish(place.id, seen),
      has,
    });
    leaving.addEventListener('abort', () => reader.leave(), { once: true });
    if (leaving.aborted) reader.leave();
    await reader.joined;
  }
}

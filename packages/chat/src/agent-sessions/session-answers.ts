import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatAnswer } from '../sessions/chat-answer.ts';
import type { RunCursor } from '../streams/run-streams.ts';
import { sendStopped } from '../streams/send-stopped.ts';
import type { AgentSessionStore, RunRecord, StoredAgentSession } from './agent-session-store.ts';
import type { AnswerStreams, AnswerReader } from './answer-streams.ts';
import type { AnswerStanding } from './answer-source.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionRun } from './session-run.ts';
import { StoredAnswer } from './stored-answer.ts';

export type SessionAnswersOptions = {
  id: string;
  store: AgentSessionStore;
  record: SessionRecord;
  streams: AnswerStreams;
  /** The answer that is being written here. */
  run: () => SessionRun | undefined;
  /** Settles when something else is being written, or waits. */
  changed: () => Promise<void>;
  isClosing: () => boolean;
  /** Stops the answer to a message, or takes the message back while it waits. */
  abandon: (messageId: string) => Promise<void>;
};

/** An answer as it is stored, with the session it belongs to. */
export type AnswerInStore = { session: StoredAgentSession } & Pick<RunRecord, 'answerId' | 'place'>;

/** How often to look whether another process has got to it. */
const LOOK_MS = 500;

/** The answers of a session, for whoever reads them. */
export class SessionAnswers {
  readonly #options: SessionAnswersOptions;

  constructor(options: SessionAnswersOptions) {
    this.#options = options;
  }

  /** One that is being written here. */
  own(run: SessionRun, cursor?: RunCursor): ChatAnswer {
    const { id, streams, abandon } = this.#options;
    return {
      sessionId: id,
      stream: (connection, leaving) => streams.read(run.answer, { connection, leaving, ...cursor }),
      abandon: () => abandon(run.record.message.id),
    };
  }

  /** One that is not being written here, behind what the reader has seen of it. */
  stored(answer: AnswerInStore, cursor?: RunCursor): ChatAnswer {
    return {
      sessionId: this.#options.id,
      stream: (connection, leaving) => this.#readStored(answer, { connection, leaving, ...cursor }),
    };
  }

  /** That to a message which waits, or has waited. */
  to(messageId: string): ChatAnswer {
    const { id, abandon } = this.#options;
    return {
      sessionId: id,
      stream: (connection, leaving) => this.#awaitAnswer(messageId, { connection, leaving }),
      abandon: () => abandon(messageId),
    };
  }

  /** Sends the answer to a message once it is there, wherever it is written. */
  async #awaitAnswer(messageId: string, reader: AnswerReader): Promise<void> {
    const { connection, leaving } = reader;
    const { streams, record, ...now } = this.#options;
    while (!leaving.aborted && !now.isClosing()) {
      const changed = now.changed();
      const own = now.run();
      if (own?.record.message.id === messageId) return streams.read(own.answer, reader);
      const session = await record.load();
      if (session === undefined) break;
      const { queue, run } = session.data;
      if (run?.message.id === messageId) {
        if (now.run() === undefined) return this.#readStored({ session, ...run }, reader);
        continue;
      }
      if (!queue.some(({ id }) => id === messageId)) return this.#readPast(session, messageId, reader);
      await Promise.race([changed, sleep(LOOK_MS, undefined, { signal: leaving }).catch(() => undefined)]);
    }
    connection.drop();
  }

  /** The answer to a message that does not wait any more; one that was dropped has none. */
  async #readPast(session: StoredAgentSession, messageId: string, reader: AnswerReader): Promise<void> {
    const { store } = this.#options;
    const known = await store.message(session, messageId);
    const through = session.data.messages;
    const page = known && (await store.messages(session, { after: messageId, limit: 1, through }));
    const answer = page?.messages[0];
    if (known === undefined || answer?.role !== 'assistant') return sendStopped(reader.connection);
    // Not always right behind it: it may have been answered before.
    const { place } = (await store.message(session, answer.id))!;
    return this.#readStored({ session, answerId: answer.id, place }, reader);
  }

  async #readStored({ session, answerId, place }: AnswerInStore, reader: AnswerReader): Promise<void> {
    const { store, record, streams } = this.#options;
    const at = { session, place, id: answerId, role: 'assistant' } as const;
    const standing = async (): Promise<AnswerStanding> => {
      const run = (await record.load())?.data.run;
      if (run?.answerId !== answerId) return 'ended';
      // What was said to it has not been heard yet.
      const isHeard = run.verdicts?.every((verdict) => verdict.isHeard) !== false;
      return isHeard && run.status === 'paused' ? { rest: { type: 'finish', finishReason: 'tool-calls' } } : 'running';
    };
    const writing = new StoredAnswer({ store, session, place: at, standing });
    await streams.read({ place: at, writing, hasPlaces: store.chunks !== undefined }, reader);
  }
}

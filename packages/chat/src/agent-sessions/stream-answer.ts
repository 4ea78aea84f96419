import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenConnection } from '../connections/chunk-connection.ts';
import { sendStopped } from '../streams/send-stopped.ts';
import type { AgentSessionStore, RunRecord, StoredAgentSession } from './agent-session-store.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionRun } from './session-run.ts';
import { sendStored, type StoredAnswerOptions } from './stored-answer.ts';

/** Where the answers of a session come from. */
export type AnswerSource = {
  store: AgentSessionStore;
  record: SessionRecord;
  /** The answer that is being written here. */
  run: () => SessionRun | undefined;
  /** Settles when something else is being written, or waits. */
  changed: () => Promise<void>;
  isClosing: () => boolean;
};

type Reader = { connection: OpenConnection; leaving: AbortSignal };

/** How often to look whether another process has got to it. */
const LOOK_MS = 500;

/** Sends the answer to a message once it is there, wherever it is written. */
export async function streamAnswer(source: AnswerSource, messageId: string, reader: Reader): Promise<void> {
  const { connection, leaving } = reader;
  while (!leaving.aborted && !source.isClosing()) {
    const changed = source.changed();
    const own = source.run();
    if (own?.record.message.id === messageId) return own.read(connection, leaving);
    const session = await source.record.load();
    if (session === undefined) break;
    const { queue, run } = session.data;
    if (run?.message.id === messageId) {
      if (source.run() === undefined) return streamStored(source, { session, ...run }, reader);
      continue;
    }
    if (!queue.some(({ id }) => id === messageId)) return streamPast(source, session, { messageId, reader });
    await Promise.race([changed, sleep(LOOK_MS, undefined, { signal: leaving }).catch(() => undefined)]);
  }
  connection.drop();
}

/** The answer to a message that does not wait any more; one that was dropped has none. */
async function streamPast(
  source: AnswerSource,
  session: StoredAgentSession,
  { messageId, reader }: { messageId: string; reader: Reader },
): Promise<void> {
  const { store } = source;
  const known = await store.message(session, messageId);
  const through = session.data.messages;
  const page = known && (await store.messages(session, { after: messageId, limit: 1, through }));
  const answer = page?.messages[0];
  if (known === undefined || answer?.role !== 'assistant') return sendStopped(reader.connection);
  // Not always right behind it: it may have been answered before.
  const { place } = (await store.message(session, answer.id))!;
  return streamStored(source, { session, answerId: answer.id, place }, reader);
}

/** An answer that is not being written here. */
export async function streamStored(
  source: Pick<AnswerSource, 'store' | 'record'>,
  { session, ...run }: { session: StoredAgentSession } & StoredRun,
  reader: Reader,
): Promise<void> {
  await sendStored(toStored(source, session, run), reader);
}

/** How an answer goes on that waited for somebody, once the process that it is written in has heard of what was said. */
export async function streamRest(
  source: Pick<AnswerSource, 'store' | 'record'>,
  { session, after, ...run }: { session: StoredAgentSession; after: number } & StoredRun,
  reader: Reader,
): Promise<void> {
  const first = { type: 'start', messageId: run.answerId } as const;
  await sendStored({ ...toStored(source, session, run), rest: { after, first } }, reader);
}

type StoredRun = Pick<RunRecord, 'answerId' | 'place'>;

function toStored(
  { store, record }: Pick<AnswerSource, 'store' | 'record'>,
  session: StoredAgentSession,
  { answerId, place }: StoredRun,
): StoredAnswerOptions {
  return {
    store,
    session,
    place: { session, place, id: answerId, role: 'assistant' },
    status: async () => {
      const run = (await record.load())?.data.run;
      if (run?.answerId !== answerId) return 'ended';
      // What was said to it has not been heard yet.
      return run.verdicts?.every(({ isHeard }) => isHeard) === false ? 'running' : run.status;
    },
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenConnection } from '../streams/chunk-connection.ts';
import { sendStopped } from '../streams/send-stopped.ts';
import type { AgentSessionStore, RunRecord, StoredAgentSession } from './agent-session-store.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionRun } from './session-run.ts';
import { sendStored } from './stored-answer.ts';

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
  return streamStored(source, { session, answerId: answer.id, place: known.place + 1 }, reader);
}

/** An answer that is not being written here. */
export async function streamStored(
  { store, record }: Pick<AnswerSource, 'store' | 'record'>,
  { session, answerId, place }: { session: StoredAgentSession } & Pick<RunRecord, 'answerId' | 'place'>,
  reader: Reader,
): Promise<void> {
  const status = async (): Promise<'running' | 'paused' | 'ended'> => {
    const run = (await record.load())?.data.run;
    return run?.answerId === answerId ? run.status : 'ended';
  };
  const at = { session, place, id: answerId, role: 'assistant' } as const;
  await sendStored({ store, session, place: at, status }, reader);
}

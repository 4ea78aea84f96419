import { setTimeout as sleep } from 'node:timers/promises';
import { sendStopped } from '../streams/send-stopped.ts';
import type { AgentSessionStore, RunRecord, StoredAgentSession } from './agent-session-store.ts';
import type { AnswerStreams, AnswerReader } from './answer-streams.ts';
import type { Standing } from './answer-source.ts';
import type { SessionRecord } from './session-record.ts';
import type { SessionRun } from './session-run.ts';
import { StoredAnswer } from './stored-answer.ts';

/** Where the answers of a session come from. */
export type AnswerPlaces = {
  store: AgentSessionStore;
  record: SessionRecord;
  streams: AnswerStreams;
  /** The answer that is being written here. */
  run: () => SessionRun | undefined;
  /** Settles when something else is being written, or waits. */
  changed: () => Promise<void>;
  isClosing: () => boolean;
};

/** How often to look whether another process has got to it. */
const LOOK_MS = 500;

/** Sends the answer to a message once it is there, wherever it is written. */
export async function streamAnswer(places: AnswerPlaces, messageId: string, reader: AnswerReader): Promise<void> {
  const { connection, leaving } = reader;
  while (!leaving.aborted && !places.isClosing()) {
    const changed = places.changed();
    const own = places.run();
    if (own?.record.message.id === messageId) return places.streams.read(own.answer, reader);
    const session = await places.record.load();
    if (session === undefined) break;
    const { queue, run } = session.data;
    if (run?.message.id === messageId) {
      if (places.run() === undefined) return streamStored(places, { session, ...run }, reader);
      continue;
    }
    if (!queue.some(({ id }) => id === messageId)) return streamPast(places, session, { messageId, reader });
    await Promise.race([changed, sleep(LOOK_MS, undefined, { signal: leaving }).catch(() => undefined)]);
  }
  connection.drop();
}

/** The answer to a message that does not wait any more; one that was dropped has none. */
async function streamPast(
  places: AnswerPlaces,
  session: StoredAgentSession,
  { messageId, reader }: { messageId: string; reader: AnswerReader },
): Promise<void> {
  const { store } = places;
  const known = await store.message(session, messageId);
  const through = session.data.messages;
  const page = known && (await store.messages(session, { after: messageId, limit: 1, through }));
  const answer = page?.messages[0];
  if (known === undefined || answer?.role !== 'assistant') return sendStopped(reader.connection);
  // Not always right behind it: it may have been answered before.
  const { place } = (await store.message(session, answer.id))!;
  return streamStored(places, { session, answerId: answer.id, place }, reader);
}

/** An answer that is not being written here, behind what the reader has seen of it. */
export async function streamStored(
  { store, record, streams }: Pick<AnswerPlaces, 'store' | 'record' | 'streams'>,
  { session, answerId, place }: { session: StoredAgentSession } & Pick<RunRecord, 'answerId' | 'place'>,
  reader: AnswerReader,
): Promise<void> {
  const at = { session, place, id: answerId, role: 'assistant' } as const;
  const standing = async (): Promise<Standing> => {
    const run = (await record.load())?.data.run;
    if (run?.answerId !== answerId) return 'ended';
    // What was said to it has not been heard yet.
    const isHeard = run.verdicts?.every((verdict) => verdict.isHeard) !== false;
    return isHeard && run.status === 'paused' ? { rest: { type: 'finish', finishReason: 'tool-calls' } } : 'running';
  };
  const writing = new StoredAnswer({ store, session, place: at, standing });
  await streams.read({ place: at, writing, hasPlaces: store.chunks !== undefined }, reader);
}

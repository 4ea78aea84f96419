import { setTimeout as sleep } from 'node:timers/promises';
import { DONE } from '../chunks/encode-chunk.ts';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { OpenConnection } from '../connections/chunk-connection.ts';
import type { AgentSessionStore, MessagePlace, StoredAgentSession } from './agent-session-store.ts';
import { toPieces } from './run-feed.ts';
import { toChunks, toEndChunks } from './to-chunks.ts';

export type StoredAnswerOptions = {
  store: AgentSessionStore;
  session: StoredAgentSession;
  place: MessagePlace;
  /** How the answer stands: somebody else may be writing it. */
  status: () => Promise<'running' | 'paused' | 'ended'>;
  /** Behind which write to begin, and what to say before that; from the first one on unless given. */
  rest?: { after: number; first: UIChunk };
};

/** How much is read at once. */
const PAGE = { limit: 50, maxBytes: 64 * 2 ** 10 };
/** How often to look for what another process has written. */
const LOOK_MS = 200;

/** Sends an answer as the store has it; one that another process is writing, to its end. */
export async function sendStored(
  options: StoredAnswerOptions,
  { connection, leaving }: { connection: OpenConnection; leaving: AbortSignal },
): Promise<void> {
  const { store, place, status, rest } = options;
  let after = rest?.after ?? 0;
  /** Whether the stream is complete with these. */
  const send = async (chunks: readonly UIChunk[]): Promise<boolean> => {
    for (const piece of toPieces(chunks)) {
      await connection.room();
      connection.send(piece);
    }
    return chunks.at(-1)?.type === 'finish';
  };
  if (rest !== undefined) await send([rest.first]);
  let hasEnded = store.chunks === undefined && (await send(await wholeAnswer(options)));
  while (!hasEnded) {
    if (leaving.aborted || connection.closed) return;
    // Before what there is is read: what is written in between is not missed then.
    const now = await status();
    const writes = (await store.chunks?.(place, { ...PAGE, after })) ?? [];
    after += writes.length;
    for (const chunks of writes) hasEnded = await send(chunks);
    if (writes.length > 0 || hasEnded) continue;
    if (now === 'paused') hasEnded = await send([{ type: 'finish', finishReason: 'tool-calls' }]);
    else if (now === 'ended') return connection.drop();
    else await sleep(LOOK_MS, undefined, { signal: leaving });
  }
  connection.send(DONE);
  connection.end();
}

async function wholeAnswer({ store, session, place }: StoredAnswerOptions): Promise<UIChunk[]> {
  const found = await store.message(session, place.id);
  return found === undefined ? [] : [...toChunks(found.message), ...toEndChunks(found.message)];
}

/** Everything that is stored of an answer, and in how many writes. */
export async function readStored({
  store,
  session,
  place,
}: Omit<StoredAnswerOptions, 'status'>): Promise<{ chunks: UIChunk[]; writes: number }> {
  if (store.chunks === undefined) {
    const found = await store.message(session, place.id);
    return found === undefined ? { chunks: [], writes: 0 } : { chunks: toChunks(found.message), writes: 1 };
  }
  const chunks: UIChunk[] = [];
  for (let writes = 0; ;) {
    const page = await store.chunks(place, { limit: PAGE.limit, after: writes });
    for (const each of page) chunks.push(...each);
    writes += page.length;
    if (page.length < PAGE.limit) return { chunks, writes };
  }
}

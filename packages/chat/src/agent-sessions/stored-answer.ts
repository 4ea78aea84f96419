import { setTimeout as sleep } from 'node:timers/promises';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { AgentSessionStore, ChunkPage, MessagePlace, StoredAgentSession } from './agent-session-store.ts';
import { toEntries } from './answer-log.ts';
import type { AnswerWriting, AnswerStanding } from './answer-source.ts';
import type { AnswerEntry } from './answer-texts.ts';
import { toChunks, toEndChunks } from './to-chunks.ts';

export type StoredAnswerOptions = {
  store: AgentSessionStore;
  session: StoredAgentSession;
  place: MessagePlace;
  /** How the answer stands: somebody else may be writing it. */
  standing: () => Promise<AnswerStanding>;
};

/** How many writes are read at once. */
const PAGE = 50;
/** How often to look for what another process has written. */
const LOOK_MS = 200;

/** An answer as the store has it; one that another process is writing, to its end. */
export class StoredAnswer implements AnswerWriting {
  readonly #options: StoredAnswerOptions;
  /** Nobody knows before it is read. */
  readonly head = Number.POSITIVE_INFINITY;
  readonly passed = 0;

  constructor(options: StoredAnswerOptions) {
    this.#options = options;
  }

  async read(page: ChunkPage): Promise<{ entries: AnswerEntry[]; head: number }> {
    const { store, place } = this.#options;
    const { after } = page;
    const writes = store.chunks === undefined ? await this.#readWhole(after) : await store.chunks(place, page);
    // Whoever reads the end finds the session at rest, which is noted behind it.
    if (writes.at(-1)?.at(-1)?.type === 'finish' && (await this.standing()) !== 'ended') writes.pop();
    return { entries: toEntries(writes, after), head: writes.length === 0 ? after : Number.POSITIVE_INFINITY };
  }

  standing(): Promise<AnswerStanding> {
    return this.#options.standing();
  }

  news(): [] {
    return [];
  }

  changed(): Promise<unknown> {
    return sleep(LOOK_MS, undefined, { ref: false });
  }

  async #readWhole(after: number): Promise<UIChunk[][]> {
    const { store, session, place } = this.#options;
    const found = after === 0 ? await store.message(session, place.id) : undefined;
    return found === undefined ? [] : [[...toChunks(found.message), ...toEndChunks(found.message)]];
  }
}

/** Everything that is stored of an answer, and in how many writes. */
export async function readStored({
  store,
  session,
  place,
}: Omit<StoredAnswerOptions, 'standing'>): Promise<{ chunks: UIChunk[]; writes: number }> {
  if (store.chunks === undefined) {
    const found = await store.message(session, place.id);
    return found === undefined ? { chunks: [], writes: 0 } : { chunks: toChunks(found.message), writes: 1 };
  }
  const chunks: UIChunk[] = [];
  for (let writes = 0; ;) {
    const page = await store.chunks(place, { limit: PAGE, after: writes });
    for (const each of page) chunks.push(...each);
    writes += page.length;
    if (page.length < PAGE) return { chunks, writes };
  }
}

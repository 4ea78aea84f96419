import { invalidInput, type JSONObject, type JSONValue } from '@posthouse/protocol';
import type { Session, Store, TranscriptLine } from '@posthouse/store';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import type { UIMessage } from '../messages/ui-message.ts';
import type { AgentSessionData, AgentSessionStore, StoredAgentSession } from './agent-session-store.ts';
import { foldChunks } from './fold-chunks.ts';
import { isHidden, shownPlaces } from './shown-places.ts';

type Line = { message: UIMessage } | { chunks: UIChunk[] };

/** How long text may wait. A process that is killed is to lose no more than 50 ms of it, which leaves 10 for the write. */
const SAVE_MS = 40;

/**
 * Sessions with agents in the store of a server. What agents say is appended to a transcript, so that a write costs
 * only what is new.
 */
export function createAgentSessionStore(store: Pick<Store, 'sessions' | 'transcripts'>): AgentSessionStore {
  const { sessions, transcripts } = store;

  const placeOf = async ({ conversation }: StoredAgentSession, id: string): Promise<number> => {
    const place = await transcripts.find(conversation, id);
    if (place !== undefined) return place;
    throw invalidInput(`there is no message '${id}'`);
  };

  return {
    saveMs: SAVE_MS,

    async get(owner, id) {
      const session = await sessions.get(owner, id);
      return session === undefined ? undefined : toAgentSession(session);
    },

    async put({ owner, id, conversation, agent, title, data: { isHeld = false, ...data } }, { expect, copy }) {
      const isUnfinished = !isHeld && (data.run !== undefined || data.queue.length > 0);
      const put = await sessions.put(
        {
          owner,
          id,
          agent,
          title,
          taskId: conversation,
          branches: [],
          data: { agent: data as unknown as JSONObject, ...(isHeld ? { held: true } : {}) },
          ...(isUnfinished ? { unfinished: true } : {}),
        },
        {
          expect,
          copy: copy && { transcript: copy.from.conversation, through: copy.through },
        },
      );
      return toAgentSession(put)!;
    },

    delete: (owner, id, options) => sessions.delete(owner, id, options),

    async unfinished() {
      return (await sessions.unfinished()).flatMap((session) => toAgentSession(session) ?? []);
    },

    async write({ session: { conversation }, place, id, role }, { after, chunks, message, durability }) {
      const line: Line = role === 'user' ? { message: message() } : { chunks: [...chunks] };
      await transcripts.append({
        transcript: conversation,
        message: place,
        after,
        ...(after === 0 ? { id } : {}),
        lines: [line as unknown as JSONValue],
        durability,
      });
    },

    async messages(session, { before, after, limit, through }) {
      const { conversation } = session;
      const from = after === undefined ? 1 : (await placeOf(session, after)) + 1;
      const to = before === undefined ? through : Math.min(through, (await placeOf(session, before)) - 1);
      const end = after === undefined ? 'last' : 'first';
      const places = shownPlaces(session.data, { from, to, limit, end });
      const [first] = places;
      if (first === undefined) return { messages: [] };
      const lines = await transcripts.messages(conversation, first, places.at(-1)!);
      const messages = toMessages(lines.filter(({ message }) => !isHidden(session.data, message)));
      const hasMore = shownPlaces(session.data, { from: 1, to: first - 1, limit: 1, end: 'last' }).length > 0;
      return { messages, ...(hasMore && messages.length > 0 ? { before: messages[0]!.id } : {}) };
    },

    async message({ conversation }, id) {
      const place = await transcripts.find(conversation, id);
      if (place === undefined) return undefined;
      const [message] = toMessages(await transcripts.messages(conversation, place, place));
      return { place, message: message! };
    },

    async chunks({ session: { conversation }, place }, page) {
      const lines = await transcripts.read(conversation, place, page);
      return lines.map(({ line }) => chunksOf(line));
    },
  };
}

/** The session with an agent that is kept as this; undefined for one with a swarm. */
export function toAgentSession(session: Session): StoredAgentSession | undefined {
  const { owner, id, agent, title, taskId, data, version, createdAt, updatedAt } = session;
  if (typeof data.agent !== 'object' || data.agent === null) return undefined;
  const known = {
    ...(data.agent as unknown as AgentSessionData),
    ...(data.held === true ? { isHeld: true as const } : {}),
  };
  return { owner, id, agent, title, conversation: taskId, data: known, version, createdAt, updatedAt };
}

function toMessages(lines: readonly TranscriptLine[]): UIMessage[] {
  const places = Map.groupBy(lines, ({ message }) => message);
  return [...places.values()].map((own) => {
    const first = own[0]!.line as unknown as Line;
    return 'message' in first ? first.message : foldChunks(own.flatMap(({ line }) => chunksOf(line)));
  });
}

function chunksOf(line: JSONValue): UIChunk[] {
  const known = line as unknown as Line;
  return 'chunks' in known ? known.chunks : [];
}

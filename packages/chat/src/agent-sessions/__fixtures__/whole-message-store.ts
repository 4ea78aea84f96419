import { PosthouseError } from '@posthouse/protocol';
import type { UIMessage } from '../../messages/ui-message.ts';
import type { AgentSessionStore, StoredAgentSession } from '../agent-session-store.ts';
import { isHidden } from '../shown-places.ts';

/** A store as applications have them: a table of sessions, and one with whole messages. In memory, and for one process. */
export function createWholeMessageStore(): AgentSessionStore & { ended: Set<string> } {
  const sessions = new Map<string, StoredAgentSession>();
  const messages = new Map<string, Map<number, UIMessage>>();
  const ended = new Set<string>();
  let version = 0;
  const rowsOf = (conversation: string): Map<number, UIMessage> => {
    const rows = messages.get(conversation) ?? new Map<number, UIMessage>();
    messages.set(conversation, rows);
    return rows;
  };
  return {
    ended,
    saveMs: 5,
    get: async (owner, id) => structuredClone(sessions.get(`${owner.id} ${id}`)),
    async put(session, { expect, copy }) {
      const key = `${session.owner.id} ${session.id}`;
      const known = sessions.get(key);
      if ((known?.version ?? 0) !== expect) throw new PosthouseError({ code: 'stale', message: 'it has changed' });
      version += 1;
      const now = new Date().toISOString();
      const put = { ...structuredClone(session), version, createdAt: known?.createdAt ?? now, updatedAt: now };
      sessions.set(key, put);
      if (copy !== undefined) {
        const kept = [...rowsOf(copy.from.conversation)].filter(([place]) => place <= copy.through);
        messages.set(session.conversation, new Map(kept));
      }
      return structuredClone(put);
    },
    delete: async (owner, id) => (sessions.delete(`${owner.id} ${id}`) ? [] : undefined),
    unfinished: async () =>
      [...sessions.values()].filter(({ data }) => data.run !== undefined || data.queue.length > 0),
    async write({ session, place, id }, { message, isEnd }) {
      rowsOf(session.conversation).set(place, structuredClone(message()));
      if (isEnd) ended.add(id);
    },
    async messages({ conversation, data }, { before, after, limit, through }) {
      const rows = [...rowsOf(conversation)].toSorted(([a], [b]) => a - b);
      const placeOf = (id: string) => rows.find(([, message]) => message.id === id)![0];
      const from = after === undefined ? 0 : placeOf(after);
      const to = before === undefined ? through : Math.min(through, placeOf(before) - 1);
      const shown = rows.filter(([place]) => place > from && place <= to && !isHidden(data, place));
      const all = shown.map(([, message]) => message);
      if (after !== undefined) return { messages: all.slice(0, limit) };
      return { messages: all.slice(-limit), ...(all.length > limit ? { before: all.at(-limit)!.id } : {}) };
    },
    async message({ conversation }, id) {
      const row = [...rowsOf(conversation)].find(([, message]) => message.id === id);
      return row === undefined ? undefined : { place: row[0], message: structuredClone(row[1]) };
    },
  };
}

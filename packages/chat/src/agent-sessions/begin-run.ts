import { newId, PosthouseError } from '@posthouse/protocol';
import { titleOf, type UserMessage } from '../sessions/user-message.ts';
import type { AgentLine } from './agent-line.ts';
import type { AgentNodes } from './agent-nodes.ts';
import type { AgentSessionData, AgentSessionStore, RunRecord, StoredAgentSession } from './agent-session-store.ts';
import type { SessionRecord } from './session-record.ts';
import { SessionRun, type SessionRunOptions } from './session-run.ts';
import { without } from './without.ts';
import { writeUserMessage } from './write-user-message.ts';

export type BeginRunOptions = Pick<SessionRunOptions, 'held' | 'telemetry' | 'onError'> & {
  store: AgentSessionStore;
  nodes: AgentNodes;
  newAnswerId?: (() => string) | undefined;
};

/** Makes the answer to a message, not yet started; the record says so first, which keeps everybody else out. */
export async function beginRun(
  { store, nodes, newAnswerId = newId, held, telemetry, onError }: BeginRunOptions,
  { record: kept, line }: { record: SessionRecord; line: AgentLine },
  { session, message }: { session: StoredAgentSession; message: UserMessage },
): Promise<SessionRun> {
  const { data } = session;
  const record: RunRecord = {
    node: nodes.self,
    message,
    answerId: newAnswerId(),
    place: data.messages + 2,
    status: 'running',
    startedAt: new Date().toISOString(),
  };
  const queue = data.queue.filter(({ id }) => id !== message.id);
  const put = await kept.replace({
    ...session,
    title: session.title === '' ? titleOf(message) : session.title,
    data: { ...without(data, 'isHeld'), messages: record.place, queue, run: record },
  });
  const update = (change: (known: AgentSessionData) => AgentSessionData): Promise<unknown> =>
    kept.update((now) => {
      if (now.data.run?.answerId === record.answerId) return { ...now, data: change(now.data) };
      throw new PosthouseError({ code: 'fenced', message: `another process has taken over the session '${now.id}'` });
    });
  try {
    await writeUserMessage(store, put, { place: record.place - 1, message });
  } catch (error) {
    await update((known) => without(known, 'run')).catch(() => undefined);
    throw error;
  }
  return new SessionRun({ store, session: put, record, line, update, held, telemetry, onError });
}

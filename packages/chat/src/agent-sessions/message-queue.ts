import { invalidInput } from '@posthouse/protocol';
import type { WhenBusy } from '../sessions/to-chat-request.ts';
import type { UserMessage } from '../sessions/user-message.ts';
import type { AgentSessionStore, RunRecord, StoredAgentSession } from './agent-session-store.ts';
import { sessionBusy } from './session-busy.ts';
import type { SessionRecord } from './session-record.ts';
import { writeUserMessage } from './write-user-message.ts';

/** The session with a message that waits, and the answer that has to stop for it, if one has to. */
export type Queued = { session: StoredAgentSession; halted: RunRecord | undefined };

/** Has a message wait for the answer that is being written, or stop it. */
export function enqueue(session: StoredAgentSession, message: UserMessage, whenBusy: WhenBusy): Queued {
  const { run, queue } = session.data;
  // Whoever writes instead of answering a question has changed the subject.
  const cutsIn = whenBusy === 'interrupt' || run?.status === 'paused';
  if (whenBusy === 'reject' && !cutsIn) throw sessionBusy(session.id, 'send it again later, or with whenBusy "queue"');
  const waiting = cutsIn ? [message, ...queue] : [...queue, message];
  return { session: withQueue(session, waiting), halted: cutsIn ? run : undefined };
}

/** Changes what waits, if a message is there. */
export function changeQueued(
  record: SessionRecord,
  messageId: string,
  change: (message: UserMessage) => UserMessage | undefined,
): Promise<StoredAgentSession> {
  return record.update((session) => {
    const { queue } = session.data;
    if (!queue.some(({ id }) => id === messageId)) {
      throw invalidInput(`no message '${messageId}' waits in this session`);
    }
    return withQueue(
      session,
      queue.flatMap((message) => (message.id === messageId ? (change(message) ?? []) : [message])),
    );
  });
}

/** What waited stays in the conversation, without an answer. */
export function dropQueue(record: SessionRecord, store: AgentSessionStore): Promise<void> {
  return record.insist(async () => {
    const session = (await record.load())!;
    const { queue, messages } = session.data;
    if (queue.length === 0) return;
    for (const [index, message] of queue.entries()) {
      await writeUserMessage(store, session, { place: messages + 1 + index, message });
    }
    const data = { ...session.data, queue: [], messages: messages + queue.length };
    await record.replace({ ...session, data });
  });
}

function withQueue(session: StoredAgentSession, queue: UserMessage[]): StoredAgentSession {
  return { ...session, data: { ...session.data, queue } };
}

import { endOrphans } from '@posthouse/agents';
import type { AgentNodes } from './agent-nodes.ts';
import type { AgentSessionStore, RunRecord, StoredAgentSession } from './agent-session-store.ts';
import { closeChunks } from './close-chunks.ts';
import { foldChunks } from './fold-chunks.ts';
import type { SessionRecord } from './session-record.ts';
import { readStored } from './stored-answer.ts';
import { without } from './without.ts';
import { writeUserMessage } from './write-user-message.ts';

/** The session, with nothing in it that belongs to a process that is gone. `own` names the answer that is written here. */
export async function settleSession(
  record: SessionRecord,
  { store, nodes, own }: { store: AgentSessionStore; nodes: AgentNodes; own: string | undefined },
): Promise<StoredAgentSession | undefined> {
  const session = await record.load();
  const run = session?.data.run;
  if (session === undefined || run === undefined || own === run.answerId) return session;
  if (run.node !== nodes.self && (await nodes.isAlive(run.node))) return session;
  // Before anybody is told that nothing more comes of it.
  await endOrphans();
  await interruptRun(store, session, run);
  return record.update((now) =>
    now.data.run?.answerId === run.answerId ? { ...now, data: without(now.data, 'run') } : now,
  );
}

const NOTICE = {
  code: 'interrupted',
  text: 'The server was stopped while this answer was being written. It is incomplete.',
};

/**
 * Ends an answer whose process is gone: parts are closed, calls without a result have failed, and what was asked of the user
 * is asked no more. What the process had written stays.
 */
async function interruptRun(store: AgentSessionStore, session: StoredAgentSession, run: RunRecord): Promise<void> {
  const { answerId: id, place, message } = run;
  await writeUserMessage(store, session, { place: place - 1, message });
  const at = { session, place, id, role: 'assistant' } as const;
  const { chunks, writes } = await readStored({ store, session, place: at });
  const closing = closeChunks(id, chunks, {
    callText: 'Interrupted: the server was stopped before this call was done.',
    metadata: { outcome: 'interrupted', sessionId: session.id, createdAt: run.startedAt },
    notice: NOTICE,
  });
  if (closing.length === 0) return;
  await store.write(at, {
    after: writes,
    chunks: closing,
    message: () => foldChunks([...chunks, ...closing]),
    isEnd: true,
  });
}

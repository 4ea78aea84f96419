import type { AgentNodes } from './agent-nodes.ts';
import type { AgentSessionStore, StoredAgentSession } from './agent-session-store.ts';
import { interruptRun } from './interrupt-run.ts';
import type { SessionRecord } from './session-record.ts';
import { without } from './without.ts';

/** The session, with nothing in it that belongs to a process that is gone. `own` names the answer that is written here. */
export async function settleSession(
  record: SessionRecord,
  { store, nodes, own }: { store: AgentSessionStore; nodes: AgentNodes; own: string | undefined },
): Promise<StoredAgentSession | undefined> {
  const session = await record.load();
  const run = session?.data.run;
  if (session === undefined || run === undefined || own === run.answerId) return session;
  if (run.node !== nodes.self && (await nodes.isAlive(run.node))) return session;
  await interruptRun(store, session, run);
  return record.update((now) =>
    now.data.run?.answerId === run.answerId ? { ...now, data: without(now.data, 'run') } : now,
  );
}

import { isStale } from '@posthouse/store';
import { invalidInput, newId } from '@posthouse/protocol';
import type { AgentSessionStore, StoredAgentSession } from './agent-session-store.ts';
import { without } from './without.ts';

/**
 * Makes a second session with everything that was said in the first, or nothing at all. It is whole from then on: should
 * the process die before the agent's side was copied as well, that is done for the first message of the fork.
 */
export async function putFork(
  store: AgentSessionStore,
  from: StoredAgentSession,
  to: { id: string; title?: string },
): Promise<StoredAgentSession> {
  const { owner, agent, title } = from;
  const { agentSessionId, ...rest } = without(from.data, 'run', 'isHeld');
  const forkOf = agentSessionId ?? rest.forkOf;
  const data = { ...rest, queue: [], forkOf };
  const fork = { owner, id: to.id, conversation: newId(), agent, title: to.title ?? title, data };
  return store.put(fork, { expect: 0, copy: { from, through: data.messages } }).catch((cause: unknown) => {
    throw isStale(cause) ? invalidInput(`the session '${to.id}' already exists`) : cause;
  });
}

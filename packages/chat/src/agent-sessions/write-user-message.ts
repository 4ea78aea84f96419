import { isStale } from '@posthouse/store';
import type { UserMessage } from '../sessions/user-message.ts';
import type { AgentSessionStore, StoredAgentSession } from './agent-session-store.ts';

/** Puts a message of the user where it belongs. One that is there already, because somebody was here before, stays. */
export async function writeUserMessage(
  store: AgentSessionStore,
  session: StoredAgentSession,
  { place, message }: { place: number; message: UserMessage },
): Promise<void> {
  const { id, parts } = message;
  const at = { session, place, id, role: 'user' } as const;
  try {
    await store.write(at, {
      after: 0,
      chunks: [],
      message: () => ({ id, role: 'user', parts: [...parts] }),
      isEnd: true,
    });
  } catch (error) {
    if (!isStale(error) || (await store.message(session, id)) === undefined) throw error;
  }
}

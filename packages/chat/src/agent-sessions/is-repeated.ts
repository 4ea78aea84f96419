import type { UserPart } from '@posthouse/agents';
import { PosthouseError } from '@posthouse/protocol';
import { toMailBody, type UserMessage } from '../sessions/user-message.ts';
import type { AgentSessionStore, StoredAgentSession } from './agent-session-store.ts';

/** Whether a message has been sent before. Throws `key_reused` when its id stands for another one. */
export async function isRepeated(
  store: Pick<AgentSessionStore, 'message'>,
  session: StoredAgentSession,
  { id, parts }: UserMessage,
): Promise<boolean> {
  const { queue, run } = session.data;
  const waiting = [...queue, ...(run === undefined ? [] : [run.message])].find((message) => message.id === id);
  const known = waiting ?? (await store.message(session, id))?.message;
  if (known === undefined) return false;
  const words = known.parts.filter((part): part is UserPart => part.type === 'text' || part.type === 'file');
  if (toMailBody(words) === toMailBody(parts)) return true;
  throw new PosthouseError({
    code: 'key_reused',
    message: `the message '${id}' of this session has other content; send this one with an id of its own`,
  });
}

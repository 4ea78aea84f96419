import { invalidInput } from '@posthouse/protocol';
import type { UserMessage } from '../sessions/user-message.ts';
import type { UIMessage } from '../messages/ui-message.ts';
import type { AgentSessionData, AgentSessionStore, StoredAgentSession } from './agent-session-store.ts';
import { isHidden } from './shown-places.ts';

/** Which answer is wanted once more: the one that is named, or the one to the message that is named, or the last. */
export type AgainWish = { answerId?: string; message?: Pick<UserMessage, 'id'> };

/** The message that is answered once more, and its place. */
export type Question = {
  message: UserMessage;
  place: number;
  /** The answer that is named has been asked for again before; this is the same wish a second time. */
  isAsked: boolean;
};

/** Finds what is to be answered once more. */
export async function findQuestion(
  store: AgentSessionStore,
  session: StoredAgentSession,
  { answerId, message }: AgainWish,
): Promise<Question> {
  const find = async (id: string | undefined) => (id === undefined ? undefined : store.message(session, id));
  const named = await find(answerId);
  // A client may know an answer by a name that it never got here; but it knows what it has asked.
  const asked = named ?? (await find(message?.id));
  const isQuestion = asked?.message.role === 'user' && !isHidden(session.data, asked.place);
  const answer = named?.message.role === 'assistant' ? named : undefined;
  const question = isQuestion ? asked.message : await lastQuestion(store, session, answer?.message.id);
  if (question === undefined) throw invalidInput('there is no message to answer again');
  const { place } = (await store.message(session, question.id))!;
  // It is kept as it was sent, so these are the parts of a user's message.
  const parts = question.parts as unknown as UserMessage['parts'];
  const isAsked = answer !== undefined && isHidden(session.data, answer.place);
  return { message: { id: question.id, parts }, place, isAsked };
}

/** The last message of the user that is shown, or the last before an answer. */
async function lastQuestion(
  store: AgentSessionStore,
  session: StoredAgentSession,
  before?: string,
): Promise<UIMessage | undefined> {
  const through = session.data.messages;
  const page = { limit: 2, through, before };
  const { messages } = await store.messages(session, page);
  return messages.findLast(({ role }) => role === 'user');
}

/** Hides everything behind a place, up to where the next answer goes: its message is there already. */
export function hideBehind(data: AgentSessionData, place: number): AgentSessionData {
  const { messages, hidden = [] } = data;
  return { ...data, hidden: [...hidden.filter(([first]) => first <= place), [place + 1, messages + 1]] };
}

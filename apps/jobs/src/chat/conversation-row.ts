import type { AgentSessionRecord, StoredAgentSession } from '@posthouse/chat';
import { defined, type JSONObject } from '@posthouse/protocol';
import type { ChatContext } from './chat-body.ts';
import type { ChatMessageRow, ConversationMetadata, ConversationRow } from './chat-tables.ts';

type Columns = Pick<ConversationRow, 'ownerId' | 'id' | 'agentId' | 'title' | 'session' | 'isUnfinished'>;

/** A session as a row. The message that is being answered is in the table of messages, so that it is only named. */
export function toConversation({ owner, id, conversation, agent, title, data }: AgentSessionRecord): Columns {
  const { run, ...rest } = data;
  const named = run === undefined ? {} : { run: toNamed(run) };
  return {
    ownerId: Number(owner.id),
    id,
    agentId: agent,
    title,
    session: { ...rest, conversation, ...named },
    isUnfinished: run !== undefined || data.queue.length > 0,
  };
}

/** The session of a row; `question` is the message that is being answered, if there is one. */
export function fromConversation(
  row: ConversationRow,
  owner: AgentSessionRecord['owner'],
  question: ChatMessageRow | undefined,
): StoredAgentSession {
  const { conversation, run, ...data } = row.session;
  const { id, agentId: agent, version, createdAt, updatedAt } = row;
  const session = { owner, id, conversation, agent, title: row.title ?? '', version, createdAt, updatedAt };
  if (run === undefined) return { ...session, data };
  const { messageId, ...rest } = run;
  const parts = (question?.parts ?? []) as unknown as NonNullable<
    StoredAgentSession['data']['run']
  >['message']['parts'];
  return { ...session, data: { ...data, run: { ...rest, message: { id: messageId, parts } } } };
}

/** What is remembered of what the page showed. */
export function toMetadata({ jobId, resumeId, detectedJob }: ChatContext): ConversationMetadata {
  return defined({ contextJobId: jobId, contextResumeId: resumeId, detectedJob: detectedJob && toShort(detectedJob) });
}

function toShort({ title, company, url, source }: NonNullable<ChatContext['detectedJob']>): JSONObject {
  return JSON.parse(JSON.stringify({ title, company, url, source })) as JSONObject;
}

function toNamed({ message, ...run }: NonNullable<AgentSessionRecord['data']['run']>) {
  return { ...run, messageId: message.id };
}

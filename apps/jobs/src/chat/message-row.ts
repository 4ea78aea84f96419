import type { UIChunk, UIMessage } from '@posthouse/chat';
import type { JSONObject } from '@posthouse/protocol';
import type { ChatMessageRow, FinishReason } from './chat-tables.ts';
import { flattenMessage } from './flatten-message.ts';

type Columns = Pick<
  ChatMessageRow,
  'content' | 'reasoning' | 'toolCalls' | 'parts' | 'metadata' | 'finishReason' | 'usage'
>;

/** Columns that say the same as the metadata of a message. */
const ELSEWHERE = new Set(['usage', 'conversationId', 'sessionId']);

/** A message as a row: its parts, their flat form, and how it ended. */
export function toMessageRow(message: UIMessage, finishReason: FinishReason | null): Columns {
  const { parts, metadata = {} } = message;
  const kept = Object.entries(metadata).filter(([key]) => !ELSEWHERE.has(key));
  return {
    ...flattenMessage(message),
    parts: parts as unknown as JSONObject[],
    metadata: Object.fromEntries(kept),
    finishReason,
    usage: (metadata.usage as JSONObject | undefined) ?? null,
  };
}

/** The message of a row, as clients of the AI SDK know it. */
export function fromMessageRow({ id, role, parts, metadata, usage, conversationId }: ChatMessageRow): UIMessage {
  const message = { id, role, parts: parts as unknown as UIMessage['parts'] };
  if (role === 'user') return message;
  return { ...message, metadata: { ...metadata, conversationId, ...(usage !== null && { usage }) } };
}

/** How a message ended, from its last chunks. */
export function toFinishReason(chunks: readonly UIChunk[]): FinishReason {
  if (chunks.some(({ type }) => type === 'abort')) return 'aborted';
  if (chunks.some(({ type }) => type === 'error')) return 'error';
  return chunks.findLast((chunk) => chunk.type === 'finish')?.finishReason ?? 'stop';
}

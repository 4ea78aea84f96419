import type { UIMessage } from 'ai';
import type { HistoryMessage } from '../api/conversation.ts';

/** What the app tells about an answer as a whole. */
export type AnswerMetadata = {
  model?: string;
  /** `complete`, `failed`, `stopped` by the reader, or `interrupted` because the app ended. */
  outcome?: string;
  /** What went wrong, if that is how it came out. */
  error?: string;
  usage?: { totalTokens?: number };
};

export type ChatMessage = UIMessage<AnswerMetadata>;
export type ChatPart = ChatMessage['parts'][number];
export type ReasoningPart = Extract<ChatPart, { type: 'reasoning' }>;

/** A message of the history, as the chat shows it. */
export function toChatMessage({ id, role, parts, metadata, usage, finishReason }: HistoryMessage): ChatMessage {
  if (role === 'user') return { id, role, parts: parts as ChatMessage['parts'] };
  const outcome = finishReason === 'aborted' ? 'stopped' : undefined;
  return {
    id,
    role,
    parts: parts as ChatMessage['parts'],
    metadata: {
      outcome,
      ...metadata,
      ...(usage === undefined ? {} : { usage }),
    },
  };
}

/** The words of a message, for the clipboard or to be sent again. */
export function toText({ parts }: Pick<ChatMessage, 'parts'>): string {
  return parts
    .flatMap((part) => (part.type === 'text' ? part.text : []))
    .join('\n\n')
    .trim();
}

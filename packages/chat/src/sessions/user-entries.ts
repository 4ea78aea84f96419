import type { MessageEntry } from '@posthouse/protocol';

/** The id by which a client knows the message; that of the mail when it did not come from a chat. */
export function toChatId({ message }: MessageEntry): string {
  const chat = message.message.routingInfo?.chat as { messageId?: unknown } | undefined;
  return typeof chat?.messageId === 'string' ? chat.messageId : message.id;
}

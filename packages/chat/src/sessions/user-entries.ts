import type { LogEntry } from '@posthouse/protocol';

/** Whether an entry is a message from outside: of the person whose task it is. */
export function isFromUser(entry: LogEntry): entry is LogEntry & { type: 'message' } {
  if (entry.type !== 'message') return false;
  const { addressType } = entry.message.message.sender;
  return addressType === 'user' || addressType === 'admin';
}

/** The id by which a client knows the message; that of the mail when it did not come from a chat. */
export function toChatId({ message }: LogEntry & { type: 'message' }): string {
  const chat = message.message.routingInfo?.chat as { messageId?: unknown } | undefined;
  return typeof chat?.messageId === 'string' ? chat.messageId : message.id;
}

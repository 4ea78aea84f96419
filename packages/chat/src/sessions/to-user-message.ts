import type { UserPart } from '@posthouse/agents';
import type { MessageEntry } from '@posthouse/protocol';
import type { UserMessage } from './user-message.ts';
import { toChatId } from './user-entries.ts';

/** A message of the user as it was sent, from what was kept with the mail. */
export function toUserMessage(entry: MessageEntry): UserMessage {
  const { body, routingInfo } = entry.message.message;
  const chat = routingInfo?.chat as { parts?: UserPart[] } | undefined;
  return { id: toChatId(entry), parts: chat?.parts ?? [{ type: 'text', text: body }] };
}

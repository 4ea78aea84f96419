import { isJSONObject } from '@posthouse/protocol';
import type { AssistantModelMessage, ModelMessage } from 'ai';
import { toJSON } from './answer-parts.ts';
import { uniqueIds } from './unique-ids.ts';

type AssistantPart = Exclude<AssistantModelMessage['content'], string>[number];

/**
 * The messages of an answer as they have to stand in the next prompt, in a form that survives storage. Results that the
 * AI SDK made up for calls it could not read are left out, because every call gets its result from the turn; and where
 * the model wrote no object as arguments, an empty one stands in, because no provider takes anything else back.
 */
export function toPromptMessages(messages: readonly ModelMessage[]): ModelMessage[] {
  const unique = uniqueIds();
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role !== 'assistant') return [];
    if (typeof message.content === 'string') return [message];
    const content = message.content.filter(isMeaningful).map((part) => toReplayable(part, unique));
    return content.length === 0 ? [] : [toJSON({ ...message, content }) as unknown as ModelMessage];
  });
}

/**
 * Anthropic's package notes the opening of each answer as a part, which nobody reads again. Reasoning without text is
 * worth sending back only for what its provider attached to it.
 */
function isMeaningful(part: AssistantPart): boolean {
  if (part.type === 'custom') return part.kind !== 'anthropic.message_start';
  return part.type !== 'reasoning' || part.text !== '' || part.providerOptions !== undefined;
}

function toReplayable(part: AssistantPart, unique: (id: string) => string): AssistantPart {
  if (part.type !== 'tool-call' || part.providerExecuted === true) return part;
  return { ...part, toolCallId: unique(part.toolCallId), input: isJSONObject(part.input) ? part.input : {} };
}

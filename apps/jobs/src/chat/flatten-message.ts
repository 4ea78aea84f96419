import type { UIMessage } from '@posthouse/chat';
import type { FlatCall } from './chat-tables.ts';

/** A message in the words of readers that do not know parts. */
export type FlatMessage = { content: string; reasoning: string | null; toolCalls: FlatCall[] | null };

/** What was said, thought and done, each apart from the others. */
export function flattenMessage({ parts }: Pick<UIMessage, 'parts'>): FlatMessage {
  const texts: string[] = [];
  const thoughts: string[] = [];
  const calls: FlatCall[] = [];
  for (const part of parts) {
    if (part.type === 'text' && 'text' in part) texts.push(part.text);
    else if (part.type === 'reasoning' && 'text' in part) thoughts.push(part.text);
    else if ('toolCallId' in part) calls.push(toFlatCall(part));
  }
  return {
    content: join(texts),
    reasoning: thoughts.length === 0 ? null : join(thoughts),
    toolCalls: calls.length === 0 ? null : calls,
  };
}

type CallPart = Extract<UIMessage['parts'][number], { toolCallId: string }>;

function toFlatCall(part: CallPart): FlatCall {
  const { toolCallId, type, input, state, output, errorText, preliminary } = part;
  const toolName = type === 'dynamic-tool' ? (part.toolName ?? '') : type.slice('tool-'.length);
  const call = { toolCallId, toolName, args: input ?? {} };
  if (state === 'output-available' && preliminary !== true) return { ...call, state: 'result', result: output };
  if (state === 'output-error') return { ...call, state: 'error', result: errorText };
  return { ...call, state: 'call' };
}

function join(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

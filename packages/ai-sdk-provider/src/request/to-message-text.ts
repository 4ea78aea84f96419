import type { LanguageModelV3Message, LanguageModelV3Prompt } from '@ai-sdk/provider';
import { toConversationText } from '@posthouse/protocol/light';
import { readMark } from '../metadata.ts';
import { toFileText } from './to-file-text.ts';
import { toResultContent } from './to-result-content.ts';

type Turn = Exclude<LanguageModelV3Message, { role: 'system' }>;

/** The instructions of a prompt. */
export function toInstructions(prompt: LanguageModelV3Prompt): string {
  return prompt.flatMap((message) => (message.role === 'system' ? [message.content] : [])).join('\n\n');
}

/** Part of a prompt as the body of one message. Results that reach the task as results are left out. */
export function toMessageText({
  messages,
  instructions = '',
  told,
}: {
  messages: LanguageModelV3Prompt;
  instructions?: string;
  told?: ReadonlySet<string>;
}): string {
  const turns = messages
    .filter((message) => message.role !== 'system')
    .map((message) => ({ role: message.role, text: toTurnText(message, told) }));
  return toConversationText(instructions, turns);
}

/** What one message says. Results that are told otherwise are left out. */
export function toTurnText(message: Turn, told: ReadonlySet<string> = new Set()): string {
  return message.content
    .map((part): string => {
      switch (part.type) {
        case 'text': {
          const mark = readMark(part);
          // What the swarm has taken back, or said only among itself, was no part of the conversation.
          return mark?.retracted === true || mark?.kind === 'chatter' ? '' : part.text;
        }
        case 'file':
          return toFileText(part);
        case 'tool-call':
          return `(calls ${part.toolName} with ${JSON.stringify(part.input)})`;
        case 'tool-result': {
          const content = toResultContent(part.output);
          const text = typeof content === 'string' ? content : JSON.stringify(content);
          return told.has(part.toolCallId) ? '' : `(${part.toolName} gives ${text})`;
        }
        case 'tool-approval-response':
          return told.has(part.approvalId) ? '' : `(${part.approved ? 'approved' : 'denied'}${toReason(part.reason)})`;
        case 'reasoning':
          return '';
      }
    })
    .filter((text) => text !== '')
    .join('\n\n');
}

function toReason(reason: string | undefined): string {
  return reason === undefined ? '' : `: ${reason}`;
}

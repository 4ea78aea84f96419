import type { LanguageModelV3CallOptions, LanguageModelV3Content } from '@ai-sdk/provider';
import type { ScriptedAnswer } from '../playing/answer.ts';
import { toBuiltInCall } from './built-in-call.ts';
import { toSource } from './to-stream-parts.ts';

/** The answer as one piece, for callers that do not stream. */
export function toContent(
  answer: ScriptedAnswer,
  tools: LanguageModelV3CallOptions['tools'],
): LanguageModelV3Content[] {
  return answer.parts.flatMap((part, index): LanguageModelV3Content[] => {
    switch (part.type) {
      case 'text':
        return [
          { type: 'text', text: part.text },
          ...part.citations.map((citation, at) => toSource(citation, `part-${index}-source-${at}`)),
        ];
      case 'reasoning':
        return [{ type: 'reasoning', text: part.redacted ? '' : part.text }];
      case 'tool-call':
        return [{ type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.inputText }];
      default: {
        const { call, result } = toBuiltInCall(part, tools);
        return [call, result];
      }
    }
  });
}

import { type AnswerPart, type AnswerUsage, streamedText } from './answer.ts';
import type { ScriptedMessage, ScriptedRequest } from '../scripted-request.ts';
import type { ScriptedUsage } from '../turn.ts';

export interface UsageContext {
  readonly request: Pick<ScriptedRequest, 'system' | 'messages'>;
  readonly parts: readonly AnswerPart[];
}

/**
 * Fills in the counts that a turn leaves out. The estimate (four characters to a token) looks only at what every
 * dialect carries alike, so one script reports the same usage through every door.
 */
export function fillInUsage(usage: ScriptedUsage, { request, parts }: UsageContext): AnswerUsage {
  const reasoning = usage.reasoning ?? tokensIn(parts.filter((part) => part.type === 'reasoning').map(streamedText));
  const spoken = tokensIn(parts.filter((part) => part.type !== 'reasoning').map(streamedText));
  return {
    input: usage.input ?? Math.max(1, usage.cached ?? 0, tokensIn([request.system, ...request.messages.map(wordsOf)])),
    cached: usage.cached ?? 0,
    output: usage.output ?? reasoning + spoken,
    reasoning: usage.output === undefined ? reasoning : Math.min(reasoning, usage.output),
  };
}

function tokensIn(texts: readonly string[]): number {
  return Math.ceil(texts.reduce((length, text) => length + text.length, 0) / 4);
}

function wordsOf(message: ScriptedMessage): string {
  return [
    message.text,
    ...message.toolCalls.map((toolCall) => JSON.stringify(toolCall.input)),
    ...message.toolResults.map((result) => result.text),
  ].join('');
}

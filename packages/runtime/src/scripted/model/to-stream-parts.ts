import type { LanguageModelV3CallOptions, LanguageModelV3StreamPart } from '@ai-sdk/provider';
import type { ScriptedAnswer, AnswerPart } from '../playing/answer.ts';
import type { ScriptedEvent } from '../playing/play-answer.ts';
import { toBuiltInCall } from './built-in-call.ts';
import { toFinish } from './to-finish.ts';

export interface StreamContext {
  readonly answer: ScriptedAnswer;
  readonly responseId: string;
  readonly modelId: string;
  readonly receivedAt: Date;
  readonly tools: LanguageModelV3CallOptions['tools'];
}

/** The parts of an AI SDK model stream that tell of one event of the answer. */
export function toStreamParts(event: ScriptedEvent, context: StreamContext): LanguageModelV3StreamPart[] {
  switch (event.type) {
    case 'start':
      return [
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', id: context.responseId, modelId: context.modelId, timestamp: context.receivedAt },
      ];
    case 'part-start':
      return startPart(event.part, partId(event.index), context);
    case 'delta':
      return deltaOfPart(event.part, partId(event.index), event.delta);
    case 'part-end':
      return endPart(event.part, partId(event.index), context);
    case 'finish':
      return [{ type: 'finish', ...toFinish(context.answer) }];
  }
}

function partId(index: number): string {
  return `part-${index}`;
}

function startPart(part: AnswerPart, id: string, { tools }: StreamContext): LanguageModelV3StreamPart[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [{ type: `${part.type}-start`, id }];
    case 'tool-call':
      return [{ type: 'tool-input-start', id: part.id, toolName: part.name }];
    default: {
      const { toolName, dynamic } = toBuiltInCall(part, tools).call;
      return [{ type: 'tool-input-start', id: part.id, toolName, providerExecuted: true, dynamic }];
    }
  }
}

function deltaOfPart(part: AnswerPart, id: string, delta: string): LanguageModelV3StreamPart[] {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return [{ type: `${part.type}-delta`, id, delta }];
    case 'tool-call':
    case 'web-search':
      return [{ type: 'tool-input-delta', id: part.id, delta }];
    case 'code-interpreter':
      // The input is JSON around the code, which is sent whole with the call.
      return [];
  }
}

function endPart(part: AnswerPart, id: string, { tools }: StreamContext): LanguageModelV3StreamPart[] {
  switch (part.type) {
    case 'text':
      return [
        { type: 'text-end', id },
        ...part.citations.map((citation, at) => toSource(citation, `${id}-source-${at}`)),
      ];
    case 'reasoning':
      return [{ type: 'reasoning-end', id }];
    case 'tool-call':
      return [
        { type: 'tool-input-end', id: part.id },
        { type: 'tool-call', toolCallId: part.id, toolName: part.name, input: part.inputText },
      ];
    default: {
      const { call, result } = toBuiltInCall(part, tools);
      return [{ type: 'tool-input-end', id: part.id }, call, result];
    }
  }
}

/** A cited page, as the AI SDK shows it. */
export function toSource(
  { url, title }: { readonly url: string; readonly title: string },
  id: string,
): LanguageModelV3StreamPart & { type: 'source' } {
  return { type: 'source', sourceType: 'url', id, url, title };
}

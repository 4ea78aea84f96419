import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { RunReader } from '@posthouse/protocol/light';
import { tellingTranslator, type TranslatorOptions } from '../parts/telling-translator.ts';
import type { CallPlan } from '../request/plan-call.ts';
import type { Spoken } from './frames.ts';
import { planOf } from './plan.ts';

export type TranslateOptions = Partial<Omit<TranslatorOptions, 'plan'>> & { plan?: Partial<CallPlan> };

/** What becomes of what a server streams. */
export function translate(told: readonly Spoken[], options: TranslateOptions = {}): LanguageModelV3StreamPart[] {
  const plan = planOf(options.plan);
  const reader = new RunReader(plan);
  const defaults = { modelId: 'team', includeRaw: false, includeAgentChatter: false, onEvent: undefined };
  const translator = tellingTranslator({ ...defaults, ...options, plan });
  return told
    .flatMap(({ event, data }) => reader.read({ event, data: JSON.stringify(data) }))
    .flatMap((each) => translator.take(each));
}

/** A stream in short, one line per part. */
export function outline(parts: readonly LanguageModelV3StreamPart[]): string[] {
  return parts.flatMap((part): string[] => {
    const mark = 'providerMetadata' in part ? (part.providerMetadata?.mail as Record<string, unknown> | undefined) : {};
    switch (part.type) {
      case 'text-start':
      case 'reasoning-start':
        return [`${part.id} of ${String(mark?.agent)}${mark?.kind === undefined ? '' : ` (${String(mark.kind)})`}`];
      case 'text-delta':
      case 'reasoning-delta':
        return [`${part.id} + ${part.delta}`];
      case 'text-end':
      case 'reasoning-end':
        return [`${part.id} ${mark?.retracted === true ? 'retracted' : 'ends'}`];
      case 'tool-call':
        return [
          `${part.providerExecuted === true ? 'within' : 'outside'} ${part.toolName} ${part.toolCallId} ${part.input}`,
        ];
      case 'tool-result':
        return [`${part.isError === true ? 'error' : 'result'} ${part.toolCallId} ${JSON.stringify(part.result)}`];
      case 'tool-approval-request':
        return [`approve ${part.toolCallId}`];
      case 'finish':
        return [`finish ${part.finishReason.unified} ${String(part.finishReason.raw)}`];
      case 'error':
        return [`error ${(part.error as Error).message}`];
      case 'raw':
        return ['raw'];
      default:
        return [];
    }
  });
}

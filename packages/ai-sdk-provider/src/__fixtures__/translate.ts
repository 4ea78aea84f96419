import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { TellingReader, type WireTelling } from '@posthouse/protocol/light';
import { tellingTranslator, type TranslatorOptions } from '../parts/telling-translator.ts';
import type { CallPlan } from '../request/plan-call.ts';
import { frameTeller } from '../wire/frame-teller.ts';
import { type Spoken, toFrames } from './frames.ts';
import { planOf } from './plan.ts';

export type TranslateOptions = Partial<Omit<TranslatorOptions, 'plan'>> & { plan?: Partial<CallPlan> };

/** What becomes of what a server of ours tells. */
export function translateTellings(
  told: readonly Spoken[],
  options: TranslateOptions = {},
): LanguageModelV3StreamPart[] {
  const plan = planOf(options.plan);
  const reader = new TellingReader();
  reader.adopt(plan.adopted);
  const translator = toTranslator(plan, options);
  return told.flatMap(({ data }) => {
    const wire = data as unknown as WireTelling & { at?: string };
    const telling = reader.read(wire);
    return telling === undefined ? [] : translator.take({ telling, at: wire.at });
  });
}

/** What becomes of the frames of a plain MAIL server, without the words about the stream itself. */
export function translate(frames: readonly Spoken[], options: TranslateOptions = {}): LanguageModelV3StreamPart[] {
  const plan = planOf(options.plan);
  const tell = frameTeller(plan);
  const translator = toTranslator(plan, options);
  return toFrames(frames).flatMap((frame) =>
    tell(frame).flatMap((telling) => translator.take({ telling, at: frame.at })),
  );
}

function toTranslator(plan: CallPlan, options: TranslateOptions) {
  const defaults = { modelId: 'team', includeRaw: false, includeAgentChatter: false, onEvent: undefined };
  return tellingTranslator({ ...defaults, ...options, plan });
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

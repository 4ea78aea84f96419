import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { PosthouseError } from '@posthouse/protocol';
import { wrapLanguageModel } from 'ai';
import type { CallMeter, CallTally, MeteredModel } from '../../respond/call-meter.ts';
import type { ModelObject } from '../providers/model-options.ts';
import type { AnswerWatch, ModelSlot, TakeSlot } from '../../respond/respond.ts';
import { askUntilHeard, endedBy } from './ask-until-heard.ts';
import { cutAnswer } from './cut-answer.ts';

export type ModelBounds = {
  /** What the model is called in slots, and what it costs. */
  metered: MeteredModel;
  /** How much one answer may have: what the model thinks, says and writes into calls. */
  textBytes: number;
  /** Asked before every request to the provider, retries included. */
  takeSlot?: TakeSlot | undefined;
  /** Waited for before every request to the provider, when it has its slot. If it rejects, there is no request. */
  mayAsk(): Promise<void>;
  /** What a failure is told as. */
  toFailure(error: unknown): PosthouseError;
  /** Called before every request to the provider, retries included, except for what it has merely no room for at the time. */
  onAsk(): void;
  /** Told in words after how much an answer was cut. */
  onCut(after: string): void;
  /** Told of every request, if anybody watches. */
  watch?: AnswerWatch | undefined;
  /** Where it is counted what a request uses up. */
  meter: CallMeter;
};

/**
 * A model that waits for its turn, says when it is asked, and whose answer ends where it becomes too long, as if it had run
 * out of tokens. The provider is left at once: nobody reads, or pays for, what would have followed.
 */
export function boundModel(model: ModelObject, bounds: ModelBounds): ModelObject {
  const { metered, textBytes, takeSlot, mayAsk, onAsk, onCut, watch, meter } = bounds;
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapStream: async ({ params, model: inner }) => {
        const leaving = new AbortController();
        const signal = AbortSignal.any([params.abortSignal, leaving.signal].filter((each) => each !== undefined));
        const taken = await takeSlot?.({ model: metered.model, signal });
        const slot = taken && endedBy(taken, signal);
        const send = (headers = {}) =>
          inner.doStream({ ...params, headers: { ...params.headers, ...headers }, abortSignal: signal });
        let tally: CallTally | undefined;
        const ask = async () => {
          // While this one waited for its turn, others have spent.
          await mayAsk();
          if (tally === undefined) onAsk();
          tally ??= meter.begin(metered, [params.prompt, params.tools]);
          await tally.noted;
          return tally.sent(watch === undefined ? send() : watch.request(send, signal), signal);
        };
        const answer = await askUntilHeard(ask, { slot, signal, toFailure: bounds.toFailure });
        const leave = (after: string): void => {
          onCut(after);
          leaving.abort();
        };
        const stream = answer.stream.pipeThrough(counting(tally!)).pipeThrough(cutAnswer(textBytes, leave));
        return { ...answer, stream: slot === undefined ? stream : stream.pipeThrough(ending(slot)) };
      },
    },
  });
}

/** Counts what comes from the provider, before anything is cut from it. */
function counting(tally: CallTally): TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart> {
  return new TransformStream({
    transform(part, controller) {
      tally.see(part);
      controller.enqueue(part);
    },
  });
}

/** Gives the slot back when the answer has ended, is given up or breaks off. */
function ending<Part>(slot: ModelSlot): TransformStream<Part, Part> {
  return new TransformStream({ flush: () => slot.end(), cancel: () => slot.end() });
}

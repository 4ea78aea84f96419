import { wrapLanguageModel } from 'ai';
import type { ModelObject } from '../providers/model-options.ts';
import { cutAnswer } from './cut-answer.ts';

export type ModelBounds = {
  /** How much one answer may have: what the model thinks, says and writes into calls. */
  textBytes: number;
  /** Called before every request to the provider, retries included. */
  onAsk(): void;
  onCut(): void;
};

/**
 * A model that says when it is asked, and whose answer ends where it becomes too long, as if it had run out of tokens. The
 * provider is left at once: nobody reads, or pays for, what would have followed.
 */
export function boundModel(model: ModelObject, { textBytes, onAsk, onCut }: ModelBounds): ModelObject {
  return wrapLanguageModel({
    model,
    middleware: {
      specificationVersion: 'v4',
      wrapStream: async ({ params, model: inner }) => {
        onAsk();
        const leaving = new AbortController();
        const signals = [params.abortSignal, leaving.signal].filter((signal) => signal !== undefined);
        const answer = await inner.doStream({ ...params, abortSignal: AbortSignal.any(signals) });
        const leave = (): void => {
          onCut();
          leaving.abort();
        };
        return { ...answer, stream: answer.stream.pipeThrough(cutAnswer(textBytes, leave)) };
      },
    },
  });
}

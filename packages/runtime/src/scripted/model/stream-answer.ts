import type { LanguageModelV3StreamPart } from '@ai-sdk/provider';
import { sleep, hangUntilAborted } from '../playing/sleep.ts';
import type { MidstreamFault } from '../fault.ts';
import { playAnswer } from '../playing/play-answer.ts';
import type { Recording } from '../recorded-request.ts';
import { toErrorPayload, toLostConnection, toMalformedEvent, toRefusal } from './to-error.ts';
import { toErrorFinish } from './to-finish.ts';
import { type StreamContext, toStreamParts } from './to-stream-parts.ts';

export interface StreamAnswerOptions extends StreamContext {
  readonly recording: Recording;
  readonly signal: AbortSignal;
  /** Called when the reader of the stream cancels it. */
  readonly leave: () => void;
}

/**
 * Fails the way an HTTP provider does when nothing but the failure comes. A cut event is not among these failures:
 * providers hand out the stream and put the error into it.
 */
export async function failBeforeOutput(fault: MidstreamFault | undefined, signal: AbortSignal): Promise<void> {
  if (fault?.afterChunks !== 0) return;
  if (fault.kind === 'error-event') throw toRefusal(fault);
  if (fault.kind === 'dropped-socket') throw toLostConnection();
  if (fault.kind === 'stall') await hangUntilAborted(signal);
}

/** The answer as a stream that is made as it is read, with its pauses and faults. */
export function streamAnswer(options: StreamAnswerOptions): ReadableStream<LanguageModelV3StreamPart> {
  const { recording, signal, leave } = options;
  const parts = playParts(options, signal);
  const noteLeaving = (): void => recording.close('client-closed');
  signal.addEventListener('abort', noteLeaving, { once: true });
  if (signal.aborted) noteLeaving();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await parts.next();
        if (value !== undefined) controller.enqueue(value);
        if (done !== true) return;
        recording.close('finished');
        controller.close();
      } catch (error) {
        recording.close(signal.aborted ? 'client-closed' : 'server-dropped');
        controller.error(error);
      }
    },
    cancel() {
      leave();
    },
  });
}

async function* playParts(
  context: StreamContext,
  signal: AbortSignal,
): AsyncGenerator<LanguageModelV3StreamPart, undefined> {
  for (const step of playAnswer(context.answer)) {
    signal.throwIfAborted();
    if (step.type === 'wait') await sleep(step.ms, signal);
    else if (step.type === 'event') yield* toStreamParts(step.event, context);
    else yield* playFault(step.fault, signal);
  }
}

async function* playFault(fault: MidstreamFault, signal: AbortSignal): AsyncGenerator<LanguageModelV3StreamPart> {
  switch (fault.kind) {
    case 'stall':
      return await hangUntilAborted(signal);
    case 'dropped-socket':
      throw toLostConnection({ statusCode: 200 });
    case 'error-event':
      yield { type: 'error', error: toErrorPayload(fault) };
      break;
    case 'truncated-json':
      yield { type: 'error', error: toMalformedEvent() };
      break;
  }
  yield { type: 'finish', ...toErrorFinish() };
}

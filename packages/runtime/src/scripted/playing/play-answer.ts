import { type ScriptedAnswer, type AnswerPart, streamedText } from './answer.ts';
import { chunkText } from './chunk-text.ts';
import type { MidstreamFault } from '../fault.ts';

/** What happens in an answer, in order. Encoders turn each into the frames of their dialect. */
export type ScriptedEvent =
  | { readonly type: 'start' }
  | { readonly type: 'part-start'; readonly index: number; readonly part: AnswerPart }
  | { readonly type: 'delta'; readonly index: number; readonly part: AnswerPart; readonly delta: string }
  | { readonly type: 'part-end'; readonly index: number; readonly part: AnswerPart }
  | { readonly type: 'finish' };

/** The next step of the code that plays the answer. A fault is always the last step. */
export type Step =
  | { readonly type: 'event'; readonly event: ScriptedEvent }
  | { readonly type: 'wait'; readonly ms: number }
  | { readonly type: 'fault'; readonly fault: MidstreamFault };

/** All events of an answer, faults and pauses included; nothing is sent and no time passes here. */
export function* playAnswer(answer: ScriptedAnswer): Generator<Step> {
  const { fault } = answer;
  if (fault?.afterChunks === 0) return yield { type: 'fault', fault };

  yield { type: 'event', event: { type: 'start' } };
  let chunks = 0;
  for (const [index, part] of answer.parts.entries()) {
    yield { type: 'event', event: { type: 'part-start', index, part } };
    for (const delta of chunkText(streamedText(part), answer.chunkSize)) {
      yield* wait(chunks === 0 ? answer.firstDelayMs : answer.delayMs);
      yield { type: 'event', event: { type: 'delta', index, part, delta } };
      chunks += 1;
      if (fault?.afterChunks === chunks) return yield { type: 'fault', fault };
    }
    yield { type: 'event', event: { type: 'part-end', index, part } };
  }
  if (chunks === 0) yield* wait(answer.firstDelayMs);
  if (fault !== undefined) return yield { type: 'fault', fault };
  return yield { type: 'event', event: { type: 'finish' } };
}

function* wait(ms: number): Generator<Step> {
  if (ms > 0) yield { type: 'wait', ms };
}

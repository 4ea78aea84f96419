import type { PosthouseError } from '@posthouse/protocol';
import type { ModelSlot } from '../../respond/respond.ts';
import { type RateLimit, readRateLimit } from '../failure/read-rate-limit.ts';

export type AskUntilHeardOptions = {
  slot: ModelSlot | undefined;
  signal: AbortSignal;
  /** What a failure is told as. */
  toFailure: (error: unknown) => PosthouseError;
  /** Whether a failure says only that there are too many requests; what the AI SDK throws unless given. */
  readLimit?: (error: unknown, now: number) => RateLimit | undefined;
};

/**
 * Asks until the provider has something else to say than that it has too many requests. In between the slot is given back, and
 * everybody who wants to ask the model waits; how long is up to whoever gives out slots.
 */
export async function askUntilHeard<Answer>(
  ask: () => PromiseLike<Answer>,
  { slot, signal, toFailure, readLimit = readRateLimit }: AskUntilHeardOptions,
): Promise<Answer> {
  for (;;) {
    try {
      const answer = await ask();
      slot?.accepted();
      return answer;
    } catch (error) {
      const limit = slot && readLimit(error, Date.now());
      if (limit === undefined) {
        slot?.end();
        throw error;
      }
      await slot!.refused({ ...limit, failure: toFailure(error) }, signal);
    }
  }
}

/**
 * A slot that also ends when the signal aborts: a provider that does not hear it must not hold anybody up. Nothing stays with the
 * signal afterwards, for such a signal lives on, with all that listens to it, until it aborts.
 */
export function endedBy(slot: ModelSlot, signal: AbortSignal): ModelSlot {
  const end = (): void => {
    signal.removeEventListener('abort', end);
    slot.end();
  };
  signal.addEventListener('abort', end);
  return {
    accepted: () => slot.accepted(),
    refused: async (refusal, waiting) => {
      try {
        await slot.refused(refusal, waiting);
      } catch (error) {
        end();
        throw error;
      }
    },
    end,
  };
}

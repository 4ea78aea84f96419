import type { TranslationOptions } from '../agent-adapter.ts';
import { type RunState, startRunState } from '../writing/run-state.ts';

/** What is remembered between pi's events. */
export interface PiState extends RunState {
  /** How many messages the model has begun in this run. Places in a message are only unique within it. */
  readonly messageCount: number;
  /** How much of each text was sent, by the id of its part. */
  readonly sent: ReadonlyMap<string, number>;
  /** The calls of the current message by their place in it. */
  readonly callAt: ReadonlyMap<number, string>;
  /** How the model's last message ended. */
  readonly stopReason: string | undefined;
  readonly errorText: string | undefined;
}

export function startPi(options: TranslationOptions): PiState {
  return {
    ...startRunState('pi', options),
    messageCount: 0,
    sent: new Map(),
    callAt: new Map(),
    stopReason: undefined,
    errorText: undefined,
  };
}

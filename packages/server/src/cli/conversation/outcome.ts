import type { MAILFrame } from '@posthouse/protocol';
import { parseCallsText, type WaitingCall } from './parse-calls-text.ts';

/** How a run came out, as far as its stream tells. */
export type Outcome = {
  status: 'complete' | 'paused' | 'error' | 'cancelled';
  response: string;
  code?: string;
  /** On a pause: the calls that wait for an answer. */
  calls?: WaitingCall[];
};

/**
 * Reads the outcome from the frames of a stream. Servers that know only MAIL end a pause like a completion; that a
 * breakpoint came before tells them apart.
 */
export class OutcomeReader {
  outcome: Outcome | undefined;
  #paused = false;

  read(frame: MAILFrame): void {
    if (frame.event === 'breakpoint_tool_call') this.#paused = true;
    if (frame.event === 'task_resumed' || frame.event === 'run_started') this.#reset();
    if (frame.event !== 'task_complete' && frame.event !== 'task_error') return;
    const { response, status, code } = frame.data;
    if (response === undefined) return;
    const calls = this.#paused || status === 'paused' ? parseCallsText(response) : undefined;
    this.outcome = {
      status: status ?? (frame.event === 'task_error' ? 'error' : calls === undefined ? 'complete' : 'paused'),
      response,
      ...(code === undefined ? {} : { code }),
      ...(calls === undefined ? {} : { calls }),
    };
  }

  /** Another run, or the next part of this one. */
  #reset(): void {
    this.#paused = false;
    this.outcome = undefined;
  }
}

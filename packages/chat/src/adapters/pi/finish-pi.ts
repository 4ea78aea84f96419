import type { UIChunk } from '../../chunks/ui-chunk.ts';
import type { RunEnd } from '../agent-adapter.ts';
import { finishRun } from '../writing/finish-run.ts';
import type { PiState } from './pi-state.ts';

/**
 * Ends the message. pi tells failures of the model in its last message and ends normally. Whether it was stopped is for
 * us to know: its versions disagree on how to call that.
 */
export function finishPi(state: PiState, end: RunEnd): UIChunk[] {
  const { stopReason, errorText = 'pi failed without saying why.' } = state;
  if (end.outcome !== 'ended') return finishRun(state, end);
  if (stopReason === 'error') return finishRun(state, { outcome: 'failed', errorText });
  if (stopReason === 'aborted') return finishRun(state, { outcome: 'stopped' });
  return finishRun(state, end, stopReason === 'length' ? 'length' : 'stop');
}

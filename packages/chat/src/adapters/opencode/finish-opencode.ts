import { ownValue } from '@posthouse/protocol';
import type { FinishReason, UIChunk } from '../../chunks/ui-chunk.ts';
import type { RunEnd } from '../agent-adapter.ts';
import { finishRun } from '../writing/finish-run.ts';
import type { OpencodeState } from './opencode-state.ts';

const REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content-filter',
};

/** Ends the message. OpenCode tells failures among its events and ends normally. */
export function finishOpencode(state: OpencodeState, end: RunEnd): UIChunk[] {
  const { errorText, isAborted, finish = 'stop' } = state.memory;
  if (end.outcome !== 'ended') return finishRun(state, end);
  if (errorText !== undefined) return finishRun(state, { outcome: 'failed', errorText });
  if (isAborted) return finishRun(state, { outcome: 'stopped' });
  return finishRun(state, end, ownValue(REASONS, finish) ?? 'other');
}

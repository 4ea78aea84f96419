import type { UIChunk } from '../../chunks/ui-chunk.ts';
import type { RunEnd } from '../agent-adapter.ts';
import type { FinishReason } from '../../chunks/ui-chunk.ts';
import { finishRun } from '../writing/finish-run.ts';
import { RunWriter } from '../writing/run-writer.ts';
import type { ClaudeResultEvent } from './claude-event.ts';
import type { ClaudeState } from './claude-state.ts';

/** What ends the message. How it went is what the last result says, unless the run was stopped or broke off. */
export function finishClaude(state: ClaudeState, end: RunEnd): UIChunk[] {
  const { result, errorText, stopReason } = state.claude;
  if (end.outcome !== 'ended') return finishRun(state, end);
  if (result === undefined) return finishRun(state, end, 'other');
  if (result.is_error !== true) return finishRun(state, end, toFinishReason(result.stop_reason ?? stopReason));
  if (result.terminal_reason?.startsWith('aborted') === true) return finishRun(state, { outcome: 'stopped' });
  const text = errorText ?? toErrorText(result);
  if (!/^error_max_(turns|budget)/.test(result.subtype))
    return finishRun(state, { outcome: 'failed', errorText: text });
  // A limit that was set for the run has cut it off; what it has said until then counts.
  const writer = new RunWriter(state);
  writer.notice('limit', text);
  return [...writer.chunks, ...finishRun(writer.done().state, end, 'length')];
}

function toErrorText({ errors = [], result, subtype }: ClaudeResultEvent): string {
  return errors.join('\n') || result || `Claude stopped: ${subtype.replaceAll('_', ' ')}.`;
}

function toFinishReason(stopReason: string | null | undefined): FinishReason {
  if (stopReason === 'max_tokens') return 'length';
  return stopReason === 'refusal' ? 'content-filter' : 'stop';
}

import type { UIChunk } from '../../chunks/ui-chunk.ts';
import type { RunEnd } from '../agent-adapter.ts';
import { finishRun } from '../writing/finish-run.ts';
import { RunWriter } from '../writing/run-writer.ts';
import type { CodexState } from './codex-state.ts';

/** What ends the message. How it went is what the turn says, unless the run was stopped or broke off. */
export function finishCodex(state: CodexState, end: RunEnd): UIChunk[] {
  const { turn, errorText } = state.codex;
  if (end.outcome !== 'ended') return finishRun(state, end);
  if (turn?.status === 'interrupted') return finishRun(state, { outcome: 'stopped' });
  // A status that is not known may still say what went wrong.
  const hasFailed = turn?.status === 'failed' || (turn?.status !== 'completed' && turn?.error?.message !== undefined);
  if (!hasFailed) return finishRun(state, end, turn?.status === 'completed' ? 'stop' : 'other');
  const text = readError(turn?.error?.message ?? errorText ?? 'Codex failed without saying why.');
  if (!/max_output_tokens/.test(text)) return finishRun(state, { outcome: 'failed', errorText: text });
  // The model was cut off; what it has said until then counts.
  const writer = new RunWriter(state);
  writer.notice('limit', text);
  return [...writer.chunks, ...finishRun(writer.done().state, end, 'length')];
}

/** What the model server says is passed on as it came, which may be JSON. */
function readError(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } };
    return typeof error?.message === 'string' ? error.message : text;
  } catch {
    return text;
  }
}

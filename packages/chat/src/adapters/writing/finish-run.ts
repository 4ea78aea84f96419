import type { FinishReason, UIChunk } from '../../chunks/ui-chunk.ts';
import type { RunEnd, Translation } from '../agent-adapter.ts';
import { closeNested } from './nested-agents.ts';
import { toNotUnderstood } from './not-understood.ts';
import type { RunState } from './run-state.ts';
import { RunWriter } from './run-writer.ts';
import { toMetadata } from './to-metadata.ts';

const OPEN_CALL = {
  ended: 'No result: the run ended before this call did.',
  failed: 'No result: the run failed before this call was done.',
  stopped: 'Interrupted: the run was stopped before this call was done.',
} as const;

const NESTED = { ended: 'completed', failed: 'failed', stopped: 'stopped' } as const;

/** Closes everything that is open and ends the message; returns nothing if it has already ended. */
export function finishRun(state: RunState, end: RunEnd, finishReason: FinishReason = 'stop'): UIChunk[] {
  if (state.phase === 'ended') return [];
  const writer = new RunWriter(state);
  writer.start();
  if (!state.hasPart) writer.beginStep();
  writer.closeTexts();
  for (const [toolCallId, call] of state.calls) {
    if (call.phase !== 'done') writer.failure(toolCallId, OPEN_CALL[end.outcome]);
  }
  for (const chunk of closeNested(writer.state, NESTED[end.outcome])) writer.pass(chunk);
  writer.endStep();
  const { agent, ignored } = writer.state;
  if (Object.values(ignored).some((count) => count > 1)) writer.pass(toNotUnderstood(agent, ignored));
  if (end.outcome === 'failed') writer.describe({ error: end.errorText });
  const messageMetadata = toMetadata(writer.state);
  if (end.outcome === 'stopped') {
    writer.pass({ type: 'abort', reason: 'The run was stopped.' });
    writer.pass({ type: 'finish', finishReason: 'stop', messageMetadata });
  } else if (end.outcome === 'failed') {
    // Readers that stop at the error have the metadata by then.
    writer.pass({ type: 'message-metadata', messageMetadata });
    writer.pass({ type: 'error', errorText: end.errorText });
    writer.pass({ type: 'finish', finishReason: 'error', messageMetadata });
  } else writer.pass({ type: 'finish', finishReason, messageMetadata });
  return writer.chunks;
}

/** What ends a stream while the run waits for answers. */
export function pauseRun(state: RunState): UIChunk[] {
  const step: UIChunk[] = state.isStepOpen ? [{ type: 'finish-step' }] : [];
  return [...step, { type: 'finish', finishReason: 'tool-calls', messageMetadata: toMetadata(state) }];
}

/** How the stream continues afterwards: the same message, with a new step if it was in the middle of one. */
export function proceedRun<State extends RunState>(state: State): Translation<State> {
  const step: UIChunk[] = state.isStepOpen ? [{ type: 'start-step' }] : [];
  return { chunks: [{ type: 'start', messageId: state.options.messageId }, ...step], state };
}

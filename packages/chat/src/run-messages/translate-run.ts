import { type RunEvent, tellRun } from '@posthouse/protocol';
import type { UIChunk } from '../chunks/ui-chunk.ts';
import { ChunkDraft, toDelta, toStart } from './chunk-draft.ts';
import type { MailRunState } from './mail-run-state.ts';
import { toRunMetadata } from './to-run-metadata.ts';

/** What an event of a task adds to the message of a run. Pure: `tellRun`, encoded as chunks. */
export function translateRun(state: MailRunState, event: RunEvent): { chunks: UIChunk[]; state: MailRunState } {
  const { tellings, state: told } = tellRun(state, event);
  const [first] = tellings;
  // Most of what there is to translate while agents write, so it takes the shortest way.
  if (event.type === 'token') return { chunks: first?.type === 'text' ? [toDelta(first)] : [], state: told };
  const draft = new ChunkDraft(state, told);
  for (const telling of tellings) draft.add(telling);
  return { chunks: draft.chunks, state: { ...told, isStepDue: draft.isStepDue } };
}

/**
 * Ends a stream where the run waits for somebody. The run continues when they have answered, and only then its step ends:
 * this end is not in the log, so a reader that was cut off in the middle of it could not be told what it lacks.
 */
export function finishPaused(state: MailRunState): UIChunk[] {
  const messageMetadata = toRunMetadata(state, { outcome: 'paused' });
  return [{ type: 'finish', finishReason: 'tool-calls', messageMetadata }];
}

/** Begins a stream that continues a message after a pause. */
export function continueRun(state: MailRunState): UIChunk[] {
  return state.answerId === undefined ? [] : [toStart(state)];
}

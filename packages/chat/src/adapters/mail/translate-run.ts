import type { JSONObject, LogEntry, Token } from '@posthouse/protocol';
import type { UIChunk } from '../../chunks/ui-chunk.ts';
import { endRun } from './end-run.ts';
import { RunDraft, toPartId } from './run-draft.ts';
import type { RunState } from './run-state.ts';
import { translateEntry } from './translate-entry.ts';
import { toRunMetadata } from './to-run-metadata.ts';

/** What is read of a task: its log, and the text that is being written. */
export type RunEvent = LogEntry | ({ type: 'token' } & Token);

/**
 * What an event of a task adds to the message of a run. Pure: the same state and event always give the same. Entries of
 * other runs, and text of parts that have not begun, add nothing.
 */
export function translateRun(state: RunState, event: RunEvent): { chunks: UIChunk[]; state: RunState } {
  if (event.type === 'token') return translateToken(state, event);
  if (event.run !== state.run || state.phase === 'ended') return { chunks: [], state };
  if (state.messageId === undefined && event.type !== 'run-started') return { chunks: [], state };
  const draft = new RunDraft(state);
  draft.set({ seq: event.seq });
  if (event.type === 'run-ended') endRun(draft, event);
  else translateEntry(draft, event);
  const phase = toPhase(draft.state, event.type === 'run-ended');
  return { chunks: draft.chunks, state: { ...draft.state, phase } };
}

/** Most of what there is to translate while agents write, so it takes the shortest way. */
function translateToken(state: RunState, token: Token): { chunks: UIChunk[]; state: RunState } {
  const id = toPartId(token);
  const open = state.texts.get(id);
  const length = token.offset + token.delta.length;
  if (open === undefined || open.written !== undefined || token.offset > open.length || length <= open.length) {
    return { chunks: [], state };
  }
  const delta = token.delta.slice(open.length - token.offset);
  const texts = new Map(state.texts).set(id, { ...open, length });
  return { chunks: [{ type: `${open.type}-delta`, id, delta }], state: { ...state, texts } };
}

/** A pause waits for what agents of ours are still at; another swarm may go on for as long as it likes. */
function toPhase({ isPaused, texts, calls }: RunState, ended: boolean): RunState['phase'] {
  if (ended) return 'ended';
  if (!isPaused || texts.size > 0) return 'open';
  const ours = [...calls.values()].filter((call) => call.isAsked || !call.isRemote);
  return ours.length > 0 && ours.every((call) => call.isAsked) ? 'paused' : 'open';
}

/** Ends a stream where the run waits for somebody. The run itself goes on when they have answered. */
export function finishPaused(state: RunState): UIChunk[] {
  const messageMetadata = toRunMetadata(state, { outcome: 'paused' });
  return [{ type: 'finish-step' }, { type: 'finish', finishReason: 'tool-calls', messageMetadata }];
}

/** Begins a stream that goes on with a message after a pause. */
export function continueRun(state: RunState): UIChunk[] {
  const { messageId, taskId, run, swarm } = state;
  const messageMetadata: JSONObject = { taskId, run, swarm };
  return messageId === undefined ? [] : [{ type: 'start', messageId, messageMetadata }];
}

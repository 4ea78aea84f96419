import type { LogEntry } from '@posthouse/protocol';
import type { RunDraft } from './run-draft.ts';
import { isSameAnswer } from './is-same-answer.ts';
import { toRunMetadata } from './to-run-metadata.ts';

/**
 * The end of a run: everything that is open is closed, the outcome is said if nobody has said it yet, and the message is
 * finished. The last chunk is always `finish`.
 */
export function endRun(draft: RunDraft, { outcome, text, code }: LogEntry & { type: 'run-ended' }): void {
  const isSaid = closeTexts(draft, outcome === 'complete' ? text : undefined);
  for (const id of draft.state.calls.keys()) draft.endCall(id, { errorText: 'not run: the run has ended' });
  draft.step({ anyway: true });
  if (outcome === 'complete' && !isSaid) sayOutcome(draft, text);
  draft.set({ isPaused: false });
  if (outcome === 'error') draft.data('notice', { code: code ?? 'failed', text });
  draft.push({ type: 'finish-step' });
  if (outcome === 'complete') {
    draft.push({ type: 'finish', finishReason: 'stop', messageMetadata: toRunMetadata(draft.state, { outcome }) });
  } else if (outcome === 'cancelled') {
    draft.push({ type: 'abort', reason: text });
    draft.push({ type: 'finish', finishReason: 'other', messageMetadata: toRunMetadata(draft.state, { outcome }) });
  } else {
    // Clients stop reading at an error, so whatever the message has to say about it comes before.
    const facts = { outcome, error: text, ...(code === undefined ? {} : { code }) };
    draft.push({ type: 'message-metadata', messageMetadata: toRunMetadata(draft.state, facts) });
    draft.push({ type: 'error', errorText: text });
    draft.push({ type: 'finish', finishReason: 'error' });
  }
}

/** Ends what was being written. Of the answers only one that became the outcome stands; whether there was one. */
function closeTexts(draft: RunDraft, outcome: string | undefined): boolean {
  const texts = [...draft.state.texts];
  const said = texts.find(([, { written }]) => outcome !== undefined && isSameAnswer(written, outcome))?.[0];
  for (const [id] of texts) draft.endText(id, { retracted: id !== said });
  return said !== undefined;
}

function sayOutcome(draft: RunDraft, text: string): void {
  if (text === '') return;
  const { run, swarm, answeredBy = { agent: swarm, turn: 0 } } = draft.state;
  const id = `outcome/${run}`;
  draft.push({ type: 'text-start', id, providerMetadata: { mail: { ...answeredBy, kind: 'answer' } } });
  draft.push({ type: 'text-delta', id, delta: text });
  draft.push({ type: 'text-end', id });
}

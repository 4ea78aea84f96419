import type { Token } from '../log/live-text.ts';
import type { LogEntry } from '../log/log-entry.ts';
import { toTextName } from './call-name.ts';
import { isSameAnswer } from './is-same-answer.ts';
import { tellEntry } from './tell-entry.ts';
import type { RunEvent, Telling } from './telling.ts';
import { TellingDraft, toPlainText } from './telling-draft.ts';
import type { ToldRun } from './told-run.ts';

export type ToldStep<State> = { tellings: Telling[]; state: State };

/**
 * What a reader is told about a run when an event happens: the one place that decides what is the answer, what is
 * said beside it, and by whom. Pure: the same state and event always give the same result, so a late reader is told
 * what an early one was. Entries of other runs, and text of parts that have not begun, tell nothing. What a reader
 * keeps beside the state stays in it.
 */
export function tellRun<State extends ToldRun>(state: State, event: RunEvent): ToldStep<State> {
  if (event.type === 'token') return tellToken(state, event);
  if (event.run !== state.run || state.phase === 'ended') return { tellings: [], state };
  if (state.answerId === undefined && event.type !== 'run-started') return { tellings: [], state };
  if (event.type === 'queued') return { tellings: [{ type: 'queued', place: event.place }], state };
  const draft = new TellingDraft(state);
  draft.set({ seq: event.seq });
  if (event.type === 'run-ended') endRun(draft, event);
  else tellEntry(draft as unknown as TellingDraft<ToldRun>, event);
  const phase = toPhase(draft.state, event.type === 'run-ended');
  return { tellings: draft.tellings, state: { ...draft.state, phase } };
}

/** Most of what there is to tell while agents write, so it takes the shortest way. */
function tellToken<State extends ToldRun>(state: State, token: Token): ToldStep<State> {
  const id = toTextName(token);
  const open = state.texts.get(id);
  const length = token.offset + token.delta.length;
  if (open === undefined || open.written !== undefined || token.offset > open.length || length <= open.length) {
    return { tellings: [], state };
  }
  const delta = token.delta.slice(open.length - token.offset);
  const texts = new Map(state.texts).set(id, { ...open, length });
  const telling: Telling = { type: 'text', text: toPlainText(open), offset: open.length, delta };
  return { tellings: [telling], state: { ...state, texts } };
}

/** The end of a run: everything that is open is closed, and the outcome is said if nobody has said it yet. */
function endRun(draft: TellingDraft<ToldRun>, entry: LogEntry & { type: 'run-ended' }): void {
  const { outcome, text, code, budgets } = entry;
  const open = [...draft.state.texts.values()];
  const said = outcome === 'complete' ? open.find(({ written }) => isSameAnswer(written, text)) : undefined;
  // Of the answers only the one that became the outcome stands. What somebody stopped was seen and is kept.
  for (const each of open) draft.endText(each, { retracted: outcome !== 'cancelled' && each !== said });
  for (const id of draft.state.calls.keys()) {
    draft.endCall(id, { status: 'not-run', content: 'not run: the run has ended' });
  }
  if (outcome === 'complete' && said === undefined && text !== '') {
    const by = { agent: entry.agent ?? draft.state.swarm, turn: entry.turn ?? 0 };
    const answer = { id: `outcome/${entry.run}`, by, kind: 'answer', isAnswer: true } as const;
    draft.push({ type: 'text-start', text: answer });
    draft.push({ type: 'text', text: answer, offset: 0, delta: text });
    draft.push({ type: 'text-end', text: answer, retracted: false });
  }
  draft.set({ isPaused: false, overBudget: undefined, ...(budgets && { budgets }) });
  draft.push({ type: 'end', outcome, text, code, ...(budgets && { budgets }) });
}

/** A pause waits for what agents of ours are still at; another swarm may go on for as long as it likes. */
function toPhase({ isPaused, overBudget, texts, calls }: ToldRun, ended: boolean): ToldRun['phase'] {
  if (ended) return 'ended';
  if (!isPaused || texts.size > 0) return 'open';
  const ours = [...calls.values()].filter((call) => call.isAsked || !call.isRemote);
  return (overBudget !== undefined || ours.length > 0) && ours.every((call) => call.isAsked) ? 'paused' : 'open';
}

import { toBudgetText } from '../log/budget.ts';
import type { LogEntry } from '../log/log-entry.ts';
import { toCallName } from './call-name.ts';
import type { Speaker } from './telling.ts';
import type { TellingDraft } from './telling-draft.ts';
import type { OpenToldCall, ToldRun } from './told-run.ts';
import { toToldMail } from './to-told-mail.ts';

/** The finish message of this tool is the answer, which is told as such. */
const FINISHING_TOOL = 'task_complete';

/** Notices that only the runtime itself has a use for. */
const INTERNAL_NOTICES = new Set(['unheard', 'manual_step_ended']);

type Draft = TellingDraft<ToldRun>;
type Entry = Exclude<LogEntry, { type: 'remote' | 'run-ended' }>;
type Of<Type extends Entry['type']> = Extract<Entry, { type: Type }>;

/** What an entry of a run tells, apart from its end. */
export function tellEntry(draft: Draft, entry: Exclude<LogEntry, { type: 'run-ended' }>): void {
  if (entry.type !== 'remote') return tellFact(draft, entry, undefined);
  const { swarm, fact, ...place } = entry;
  // The runs of another swarm are not ours, and its pauses are told by our own.
  if (fact.type === 'run-started' || fact.type === 'run-ended' || fact.type === 'paused' || fact.type === 'resumed')
    return;
  tellFact(draft, { ...place, ...fact } as Entry, swarm);
}

function tellFact(draft: Draft, entry: Entry, swarm: string | undefined): void {
  const by = speakerOf(entry);
  switch (entry.type) {
    case 'run-started':
      return start(draft, entry);
    case 'text-started':
      return void draft.beginText({ ...entry, ...by });
    case 'text-written':
      return write(draft, entry);
    case 'text-abandoned':
      return abandon(draft, entry);
    case 'call':
      if (entry.tool === FINISHING_TOOL) return;
      return openCall(draft, entry, swarm);
    case 'call-started':
      return draft.startCall(toCallName({ ...entry, ...by }));
    case 'call-ended':
      if (entry.tool === FINISHING_TOOL) return judgeAnswer(draft, entry);
      return draft.endCall(toCallName({ ...entry, ...by }), entry.result);
    case 'message':
      return tellMessage(draft, entry, swarm);
    case 'usage':
      // Calls that failed before anything was read or written are counted in the log alone.
      if (entry.usage.inputTokens + entry.usage.outputTokens === 0) return;
      return draft.use(by.agent, entry.model, entry.usage);
    case 'notice':
      return tellNotice(draft, entry);
    case 'paused':
      return pause(draft, entry);
    case 'resumed':
      draft.answered();
      draft.push({ type: 'resume' });
      return draft.set({ isPaused: false, overBudget: undefined });
    case 'compacted':
      return;
  }
}

function start(draft: Draft, { answerId }: Of<'run-started'>): void {
  draft.set({ answerId });
  draft.push({ type: 'start', answerId });
}

function speakerOf({ agent = '', turn = 0 }: Entry): Speaker {
  return { agent, turn };
}

function openCall(draft: Draft, entry: Of<'call'>, swarm: string | undefined): void {
  const { callId, tool, kind, input } = entry;
  draft.openCall({ callId, tool, kind, input, by: speakerOf(entry), isRemote: swarm !== undefined });
}

function write(draft: Draft, { parts }: Of<'text-written'>): void {
  for (const { text, ...place } of parts) {
    const open = draft.growText(draft.beginText(place), text);
    if (open.isAnswer) draft.holdText(open, text);
    else draft.endText(open);
  }
}

function abandon(draft: Draft, { parts }: Of<'text-abandoned'>): void {
  for (const { text, ...place } of parts) {
    draft.endText(draft.growText(draft.beginText(place), text), { retracted: true });
  }
}

/** An answer that was refused does not stand. One that was accepted stands once the run has ended with it. */
function judgeAnswer(draft: Draft, entry: Of<'call-ended'>): void {
  if (entry.result.status === 'success') return;
  const { agent, turn } = speakerOf(entry);
  const open = [...draft.state.texts.values()].find(
    ({ by, written }) => by.agent === agent && by.turn === turn && written !== undefined,
  );
  if (open !== undefined) draft.endText(open, { retracted: true });
}

function tellMessage(draft: Draft, entry: Of<'message'>, swarm: string | undefined): void {
  const mail = toToldMail(entry, swarm);
  if (mail !== undefined) draft.tellMail(mail, swarm);
}

function tellNotice(draft: Draft, { agent, code, text }: Of<'notice'>): void {
  if (INTERNAL_NOTICES.has(code)) return;
  draft.push({ type: 'notice', code, text, agent });
}

function pause(draft: Draft, entry: Of<'paused'>): void {
  const asked = new Set<string>();
  const questions = entry.calls.map(({ callId, tool, input }) => {
    const isMeant = (call: OpenToldCall) => call.callId === callId && call.tool === tool && !asked.has(call.id);
    const known = [...draft.state.calls.values()].find(isMeant);
    const call =
      known ?? draft.openCall({ by: speakerOf(entry), callId, tool, input, kind: 'breakpoint', isRemote: false });
    asked.add(call.id);
    return draft.askAbout(call);
  });
  const { budget, budgets } = entry;
  draft.set({ isPaused: true, overBudget: budget, ...(budgets && { budgets }) });
  if (budget !== undefined) draft.push({ type: 'notice', code: 'budget_exceeded', text: toBudgetText(budget) });
  draft.push({ type: 'pause', seq: entry.seq, questions, ...(budget && { budget }), ...(budgets && { budgets }) });
}

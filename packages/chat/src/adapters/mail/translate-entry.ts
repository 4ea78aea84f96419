import type { CallResult, JSONValue, LogEntry } from '@posthouse/protocol';
import { toToolCallId } from './call-name.ts';
import type { RunDraft } from './run-draft.ts';
import type { OpenCall } from './run-state.ts';
import { toMailNote } from './to-mail-note.ts';

/** The finish message of this tool is the answer, which is shown as such. */
const FINISHING_TOOL = 'task_complete';

/** Notices that only the runtime itself has a use for. */
const INTERNAL_NOTICES = new Set(['unheard', 'manual_step_ended']);

type Entry = Exclude<LogEntry, { type: 'remote' | 'run-ended' }>;
type Of<Type extends Entry['type']> = Extract<Entry, { type: Type }>;

/** What an entry of a run adds to its message, apart from its end. */
export function translateEntry(draft: RunDraft, entry: Exclude<LogEntry, { type: 'run-ended' }>): void {
  if (entry.type !== 'remote') return translateFact(draft, entry, undefined);
  const { swarm, fact, ...place } = entry;
  // The runs of another swarm are not ours, and its pauses are told by our own.
  if (fact.type === 'run-started' || fact.type === 'run-ended' || fact.type === 'paused' || fact.type === 'resumed')
    return;
  translateFact(draft, { ...place, ...fact } as Entry, swarm);
}

function translateFact(draft: RunDraft, entry: Entry, swarm: string | undefined): void {
  switch (entry.type) {
    case 'run-started':
      return start(draft, entry);
    case 'text-started':
      return void draft.beginText({ ...entry, ...placeOf(entry) }, typeOf(entry.kind, swarm));
    case 'text-written':
      return write(draft, entry, swarm);
    case 'text-abandoned':
      return abandon(draft, entry, swarm);
    case 'call':
      if (entry.tool === FINISHING_TOOL) return;
      return draft.openCall({ ...entry, ...placeOf(entry), isRemote: swarm !== undefined });
    case 'call-ended':
      if (entry.tool === FINISHING_TOOL) return judgeAnswer(draft, entry);
      return draft.endCall(toToolCallId({ ...entry, ...placeOf(entry) }), toOutcome(entry.result));
    case 'message':
      return tellLetter(draft, entry, swarm);
    case 'usage':
      return draft.use(entry.usage);
    case 'notice':
      return tellNotice(draft, entry);
    case 'paused':
      return pause(draft, entry);
    case 'resumed':
      draft.answered();
      return draft.set({ isPaused: false, isStepDue: true });
    case 'call-started':
      return draft.startCall(toToolCallId({ ...entry, ...placeOf(entry) }));
    case 'compacted':
      return;
  }
}

function start(draft: RunDraft, { answerId }: Of<'run-started'>): void {
  if (draft.state.messageId !== undefined) return;
  const { taskId, run, swarm } = draft.state;
  draft.set({ messageId: answerId });
  draft.push({ type: 'start', messageId: answerId, messageMetadata: { taskId, run, swarm } });
  draft.push({ type: 'start-step' });
}

function placeOf({ agent = '', turn = 0 }: Entry): { agent: string; turn: number } {
  return { agent, turn };
}

/** Only an answer of ours is an answer; what agents say to each other, and what they think, is something beside it. */
function typeOf(kind: string, swarm: string | undefined): 'text' | 'reasoning' {
  return kind === 'answer' && swarm === undefined ? 'text' : 'reasoning';
}

function write(draft: RunDraft, { parts }: Of<'text-written'>, swarm: string | undefined): void {
  for (const { text, ...place } of parts) {
    const type = typeOf(place.kind, swarm);
    const id = draft.beginText(place, type);
    draft.growText(id, text);
    if (type === 'text') draft.holdText(id, text);
    else draft.endText(id);
  }
}

function abandon(draft: RunDraft, { parts }: Of<'text-abandoned'>, swarm: string | undefined): void {
  for (const { text, ...place } of parts) {
    const id = draft.beginText(place, typeOf(place.kind, swarm));
    draft.growText(id, text);
    draft.endText(id, { retracted: true });
  }
}

/** An answer that was refused does not stand. One that was accepted stands once the run has ended with it. */
function judgeAnswer(draft: RunDraft, entry: Of<'call-ended'>): void {
  if (entry.result.status === 'success') return;
  const { agent, turn } = placeOf(entry);
  const open = [...draft.state.texts].find(
    ([, text]) => text.agent === agent && text.turn === turn && text.written !== undefined,
  );
  if (open !== undefined) draft.endText(open[0], { retracted: true });
}

function tellLetter(draft: RunDraft, entry: Of<'message'>, swarm: string | undefined): void {
  if (entry.message.msgType === 'broadcast_complete' && swarm === undefined) draft.set({ answeredBy: placeOf(entry) });
  const note = toMailNote(entry, swarm);
  if (note !== undefined) draft.data('mail-message', note.data, note.id);
}

function tellNotice(draft: RunDraft, { agent, code, text }: Of<'notice'>): void {
  if (INTERNAL_NOTICES.has(code)) return;
  draft.data('notice', { code, text, ...(agent === undefined ? {} : { agent }) });
}

function pause(draft: RunDraft, entry: Of<'paused'>): void {
  const asked = new Set<string>();
  for (const { callId, tool, input } of entry.calls) {
    const isMeant = ([id, call]: [string, OpenCall]) => call.callId === callId && call.tool === tool && !asked.has(id);
    const call = { ...placeOf(entry), callId, tool, input, kind: 'breakpoint' as const, isRemote: false };
    const id = [...draft.state.calls].find(isMeant)?.[0] ?? toToolCallId(call);
    if (!draft.state.calls.has(id)) draft.openCall(call);
    draft.askAbout(id);
    asked.add(id);
  }
  draft.set({ isPaused: true });
}

function toOutcome({ status, content }: CallResult): { output: JSONValue } | { errorText: string } {
  if (status === 'success') return { output: content };
  return { errorText: typeof content === 'string' ? content : JSON.stringify(content) };
}

import type { OpencodePart, OpencodeProperties } from './opencode-event.ts';
import { type Draft, enter, isMain, remember, rememberStep, rememberText } from './opencode-state.ts';
import { toUsage } from './to-usage.ts';
import { writeCall } from './translate-call.ts';

/** A part of a message of the model as it is now. Parts come again whenever they have changed. */
export function writePart(draft: Draft, sessionId: string, part: OpencodePart): void {
  switch (part.type) {
    case 'text':
    case 'reasoning':
      return writeText(draft, sessionId, part);
    case 'tool':
      return writeCall(draft, sessionId, part);
    case 'step-start':
      return beginStep(draft, sessionId, part);
    case 'step-finish':
      return endStep(draft, sessionId, part);
    case 'file':
      if (part.url !== undefined && part.mime !== undefined && isMain(draft, sessionId)) {
        draft.writer.file({ url: part.url, mediaType: part.mime });
      }
      return;
    case 'patch':
    case 'snapshot':
    case 'agent':
    case 'subtask':
    case 'retry':
    case 'compaction':
      return;
    default:
      draft.writer.count(`part/${part.type}`);
  }
}

/** A piece of a text or a reasoning, which both call their field `text`; the part has said which of them it is. */
export function writeDelta(draft: Draft, sessionId: string, delta: OpencodeProperties & { partID: string }): void {
  const { partID, field, delta: piece = '' } = delta;
  if (field !== 'text') return draft.writer.count(`delta/${field ?? 'none'}`);
  const known = draft.memory.texts.get(partID);
  if (known === undefined) {
    const early = (draft.memory.early.get(partID) ?? '') + piece;
    return remember(draft, { early: new Map(draft.memory.early).set(partID, early) });
  }
  if (known.isComplete) return;
  rememberText(draft, partID, { ...known, sent: known.sent + piece.length });
  send(draft, sessionId, { id: partID, kind: known.kind, piece });
}

/** A part is taken back. */
export function removePart(draft: Draft, sessionId: string, partId: string | undefined): void {
  const known = partId === undefined ? undefined : draft.memory.texts.get(partId);
  if (partId === undefined || known === undefined) return;
  retract(draft, sessionId, partId);
}

function writeText(draft: Draft, sessionId: string, part: OpencodePart): void {
  const { id, text = '', time, ignored } = part;
  if (ignored === true) return;
  const early = draft.memory.early.get(id) ?? '';
  const known = draft.memory.texts.get(id);
  const kind = part.type === 'text' ? 'text' : 'reasoning';
  if (known?.isComplete === true) return;
  if (known === undefined) enter(draft, sessionId, { texts: id });
  // The whole text only fills in what the pieces have left out.
  const sent = known?.sent ?? 0;
  const whole = early.length > text.length ? early : text;
  const piece = whole.slice(sent);
  const isComplete = time?.end !== undefined;
  rememberText(draft, id, { kind, sent: sent + piece.length, isComplete });
  if (known === undefined || piece !== '') send(draft, sessionId, { id, kind, piece });
  if (isComplete) complete(draft, sessionId, id);
}

function send(draft: Draft, sessionId: string, text: { id: string; kind: 'text' | 'reasoning'; piece: string }): void {
  const { id, kind, piece } = text;
  const toolCallId = draft.memory.startedBy.get(sessionId);
  if (isMain(draft, sessionId)) draft.writer.text({ id, kind, delta: piece });
  else if (toolCallId !== undefined) draft.writer.agentText({ toolCallId, partId: id, kind, delta: piece });
}

/**
 * A text is whole. In the main message it is closed only when OpenCode cannot begin the step anew any more, so that a
 * text that does not count can be closed as such; reasoning need not wait, it answers nobody.
 */
function complete(draft: Draft, sessionId: string, id: string): void {
  const { memory, writer } = draft;
  const { kind } = memory.texts.get(id)!;
  const toolCallId = memory.startedBy.get(sessionId);
  if (!isMain(draft, sessionId)) {
    if (toolCallId !== undefined) writer.agentText({ toolCallId, partId: id, kind, isDone: true });
    return;
  }
  const step = memory.steps.get(sessionId);
  if (kind === 'reasoning' || step === undefined || step.isActing || step.isDone) writer.endText(id);
}

/** A model call begins. If the one before has not ended, it broke off, and what it said does not count. */
function beginStep(draft: Draft, sessionId: string, { messageID = '' }: OpencodePart): void {
  const before = draft.memory.steps.get(sessionId);
  if (before?.messageId === messageID && !before.isDone) {
    for (const id of before.texts) retract(draft, sessionId, id);
    for (const id of before.calls) abandon(draft, sessionId, id);
  }
  rememberStep(draft, sessionId, { messageId: messageID, texts: [], calls: [], isActing: false, isDone: false });
  if (isMain(draft, sessionId)) draft.writer.beginStep();
}

function endStep(draft: Draft, sessionId: string, part: OpencodePart): void {
  const step = draft.memory.steps.get(sessionId);
  if (step !== undefined) rememberStep(draft, sessionId, { ...step, isDone: true });
  if (!isMain(draft, sessionId)) return;
  if (part.reason !== undefined) remember(draft, { finish: part.reason });
  draft.writer.addUsage(toUsage(part));
  draft.writer.endStep();
}

function retract(draft: Draft, sessionId: string, partId: string): void {
  const known = draft.memory.texts.get(partId);
  if (known === undefined) return;
  rememberText(draft, partId, { ...known, isComplete: true });
  const toolCallId = draft.memory.startedBy.get(sessionId);
  if (isMain(draft, sessionId)) draft.writer.retract(partId);
  else if (toolCallId !== undefined) draft.writer.agentText({ toolCallId, partId, kind: known.kind, retracted: true });
}

/** A call that was being written when the answer broke off. */
function abandon(draft: Draft, sessionId: string, toolCallId: string): void {
  const call = draft.writer.state.calls.get(toolCallId);
  if (!isMain(draft, sessionId) || call === undefined || call.phase === 'done') return;
  draft.writer.failure(toolCallId, 'The answer broke off before this call was complete.');
}

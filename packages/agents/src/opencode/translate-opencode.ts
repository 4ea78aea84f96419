import { type JSONObject, ownValue } from '@posthouse/protocol';
import type { RunEnd, Translation } from '../agent-adapter.ts';
import type { AgentNews, FinishReason } from '../agent-news.ts';
import type { HostEvent } from '../host-event.ts';
import { finishRun } from '../writing/finish-run.ts';
import { RunWriter } from '../writing/run-writer.ts';
import { translateHostEvent } from '../writing/translate-host-event.ts';
import { type OpencodeEvent, type OpencodeInfo, type OpencodeProperties, sessionOf } from './opencode-event.ts';
import { type Draft, type OpencodeState, remember } from './opencode-state.ts';
import { toOpencodeErrorText } from './to-opencode-error-text.ts';
import { toUsage } from './to-usage.ts';
import { answerApproval, askApproval } from './translate-approval.ts';
import { removePart, writeDelta, writePart } from './translate-part.ts';

/** How many events about something unknown are kept, waiting for it to become known. */
const MAX_HELD = 1_000;

/** Known, and nothing to show. */
const SILENT =
  /^(server|global|installation|integration|catalog|models-dev|plugin|reference|project|file|lsp|mcp|pty|tui|vcs|worktree|workspace|command)\.|^session\.(created|deleted|idle|next\.)|^(message\.removed|sync)$/;

/** What an event of OpenCode means. */
export function translateOpencode(event: OpencodeEvent | HostEvent, state: OpencodeState): Translation<OpencodeState> {
  const draft: Draft = { writer: new RunWriter(state), memory: state.memory };
  if (!translateHostEvent(event, draft.writer)) translate(draft, event as OpencodeEvent);
  return draft.writer.done({ memory: draft.memory });
}

function translate(draft: Draft, event: OpencodeEvent): void {
  const { type, properties = {} } = event;
  const sessionId = sessionOf(event);
  if (type === 'session.created') return meetSession(draft, properties);
  if (sessionId === undefined) {
    if (!SILENT.test(type)) draft.writer.count(type);
    return;
  }
  if (draft.memory.sessionId === undefined) remember(draft, { sessionId });
  // An agent inside the agent has no place in the message before we know which call has started it.
  if (sessionId !== draft.memory.sessionId && !draft.memory.startedBy.has(sessionId))
    return hold(draft, sessionId, event);
  switch (type) {
    case 'message.updated':
      return hearMessage(draft, sessionId, properties.info ?? {});
    case 'message.part.updated':
    case 'message.part.delta':
      return translatePart(draft, sessionId, event);
    case 'message.part.removed':
      return removePart(draft, sessionId, properties.partID);
    case 'permission.asked':
    case 'question.asked':
      return askApproval(draft, sessionId, event);
    case 'permission.replied':
      return answerApproval(draft, properties.requestID, properties.reply !== 'reject');
    case 'question.replied':
    case 'question.rejected':
      return answerApproval(draft, properties.requestID, type === 'question.replied');
    default:
      if (sessionId === draft.memory.sessionId) translateOwn(draft, type, properties);
  }
}

/** What is told about the session itself, and matters only for the main one. */
function translateOwn(draft: Draft, type: string, properties: OpencodeProperties): void {
  const { writer } = draft;
  switch (type) {
    case 'session.status':
      if (properties.status?.type !== 'retry') return;
      return writer.notice('retry', `${toOpencodeErrorText(properties.status.message)} Trying again.`);
    case 'session.updated':
      return hearTotals(draft, properties.info);
    case 'session.error':
      return hearError(draft, properties.error);
    case 'session.compacted':
      return writer.notice('compacted', 'The conversation was summarised to make room.');
    case 'todo.updated':
      return writer.data('todos', { items: (properties.todos ?? []) as JSONObject[] }, 'todos');
    case 'session.diff':
      return;
    default:
      if (!SILENT.test(type)) writer.count(type);
  }
}

/** A session of an agent inside the agent, or the one whose run this is. */
function meetSession(draft: Draft, { sessionID, info }: OpencodeProperties): void {
  const id = info?.id ?? sessionID;
  if (info?.parentID === undefined && draft.memory.sessionId === undefined) remember(draft, { sessionId: id });
}

function translatePart(draft: Draft, sessionId: string, event: OpencodeEvent): void {
  const { part, messageID, partID } = event.properties ?? {};
  const messageId = part?.messageID ?? messageID ?? '';
  const role = draft.memory.roles.get(messageId);
  // What the user has said is echoed in the same form; only the message tells whose words they are.
  if (role === undefined) return hold(draft, messageId, event);
  if (role !== 'assistant') return;
  if (part !== undefined) writePart(draft, sessionId, part);
  else if (partID !== undefined) writeDelta(draft, sessionId, { ...event.properties, partID });
  // The part may have started an agent whose events came earlier.
  for (const child of draft.memory.startedBy.keys()) release(draft, child);
}

function hearMessage(draft: Draft, sessionId: string, info: OpencodeInfo): void {
  const { id, role, modelID, providerID, finish, error } = info;
  if (id === undefined || role === undefined) return;
  if (draft.memory.roles.get(id) !== role) remember(draft, { roles: new Map(draft.memory.roles).set(id, role) });
  if (role === 'assistant' && sessionId === draft.memory.sessionId) {
    const model = modelID && (providerID === undefined ? modelID : `${providerID}/${modelID}`);
    draft.writer.describe({ agentSessionId: sessionId, ...(model && { model }) });
    draft.writer.start();
    if (finish !== undefined) remember(draft, { finish });
    if (error !== undefined) hearError(draft, error);
  }
  release(draft, id);
}

/** Only the first error counts. What follows repeats it, sometimes with a stack trace. */
function hearError(draft: Draft, error: OpencodeProperties['error']): void {
  if (error?.name === 'MessageAbortedError') remember(draft, { isAborted: true });
  else if (error?.name === 'MessageOutputLengthError') remember(draft, { finish: 'length' });
  else if (draft.memory.errorText === undefined) remember(draft, { errorText: toOpencodeErrorText(error) });
}

/** The session counts what all its runs have used. */
function hearTotals({ writer }: Draft, info: OpencodeInfo | undefined): void {
  if (info?.tokens === undefined) return;
  writer.describe({ totals: { usage: toUsage(info), cost: info.cost } });
}

function hold(draft: Draft, id: string, event: OpencodeEvent): void {
  const events = draft.memory.held.get(id) ?? [];
  if (events.length >= MAX_HELD) return draft.writer.count('held-too-long');
  remember(draft, { held: new Map(draft.memory.held).set(id, [...events, event]) });
}

/** What waited for a message or a session is translated now. */
function release(draft: Draft, id: string): void {
  const events = draft.memory.held.get(id);
  if (events === undefined) return;
  const held = new Map(draft.memory.held);
  held.delete(id);
  remember(draft, { held });
  for (const event of events) translate(draft, event);
}

const REASONS: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content-filter',
};

/** Ends the message. OpenCode tells failures among its events and ends normally. */
export function finishOpencode(state: OpencodeState, end: RunEnd): AgentNews[] {
  const { errorText, isAborted, finish = 'stop' } = state.memory;
  if (end.outcome !== 'ended') return finishRun(state, end);
  if (errorText !== undefined) return finishRun(state, { outcome: 'failed', errorText });
  if (isAborted) return finishRun(state, { outcome: 'stopped' });
  return finishRun(state, end, ownValue(REASONS, finish) ?? 'other');
}

import type { TextKind } from '../agent-news.ts';
import type { CodexItem } from './codex-event.ts';
import type { CodexFacts, CodexWriter } from './codex-state.ts';
import { toCall, toOutcome } from './to-call.ts';

export type ItemStage = 'item/started' | 'item/updated' | 'item/completed';

/** Something that the main agent says or does. */
export function translateItem(item: CodexItem, stage: ItemStage, facts: CodexFacts, writer: CodexWriter): CodexFacts {
  const texts = textsOf(item);
  if (texts !== undefined) {
    return texts.reduce((next, { id, kind, text }) => {
      const missing = text.slice(next.texts.get(id) ?? 0);
      return missing === '' ? next : writeText({ id, kind, delta: missing }, next, writer);
    }, facts);
  }
  const call = toCall(item);
  if (call !== undefined) return translateCall(item, stage, facts, writer);
  if (stage !== 'item/completed') return facts;
  if (item.type === 'contextCompaction') {
    writer.notice('compacted', 'The beginning of the conversation was replaced by a summary.');
  } else if (item.type === 'plan') {
    writer.data('plan', { text: item.text ?? '' }, item.id);
  } else if (!SILENT.has(item.type)) {
    writer.count(`item/${item.type}`);
  }
  return facts;
}

/** Known, and nothing that has to be shown: what the user said, and what goes on between Codex and its hooks. */
const SILENT = new Set([
  'userMessage',
  'hookPrompt',
  'functionCallOutput',
  'subAgentActivity',
  'sleep',
  'enteredReviewMode',
  'exitedReviewMode',
]);

/** A piece of a text of the main agent. A text after a call, or after the end of an answer, begins the next step. */
export function writeText(
  piece: { id: string; kind: TextKind; delta: string },
  facts: CodexFacts,
  writer: CodexWriter,
): CodexFacts {
  const isNew = !facts.texts.has(piece.id);
  let next = facts;
  if (isNew && facts.after !== undefined) {
    next = { ...confirmTexts(facts, writer), after: undefined };
    writer.beginStep();
  }
  writer.text(piece);
  const length = (next.texts.get(piece.id) ?? 0) + piece.delta.length;
  return { ...next, texts: new Map(next.texts).set(piece.id, length) };
}

/** The texts so far count: the answer has gone on to a call, or has ended. Until then a retry may replace them. */
export function confirmTexts(facts: CodexFacts, writer: CodexWriter): CodexFacts {
  for (const id of facts.texts.keys()) writer.endText(id);
  return { ...facts, texts: new Map() };
}

/** The texts so far do not count: Codex asks for the answer again. */
export function retractTexts(facts: CodexFacts, writer: CodexWriter): CodexFacts {
  for (const id of facts.texts.keys()) writer.retract(id);
  return { ...facts, texts: new Map() };
}

function translateCall(item: CodexItem, stage: ItemStage, facts: CodexFacts, writer: CodexWriter): CodexFacts {
  const { toolName, input } = toCall(item)!;
  const toolCallId = item.id;
  let next = facts;
  if (!writer.state.calls.has(toolCallId)) {
    next = confirmTexts(facts, writer);
    if (facts.after === 'end') writer.beginStep();
    next = { ...next, after: 'call' };
  }
  // What is searched for is only known in the end.
  if (item.type === 'webSearch' && stage !== 'item/completed') writer.inputStart(toolCallId, toolName);
  else writer.input({ toolCallId, toolName, input });
  if (stage === 'item/updated') writer.progress(toolCallId, item.aggregatedOutput ?? '');
  if (item.type === 'collabAgentToolCall') next = noteAgents(item, next, writer);
  if (stage !== 'item/completed') return next;
  const outcome = toOutcome(item);
  if ('error' in outcome) writer.failure(toolCallId, outcome.error);
  else writer.output(toolCallId, outcome.output);
  return next;
}

/** Which agents a call has started, and what it says about agents that others have started. */
function noteAgents(item: CodexItem, facts: CodexFacts, writer: CodexWriter): CodexFacts {
  let { agents } = facts;
  if (item.tool === 'spawnAgent' || item.tool === 'spawn_agent') {
    for (const threadId of item.receiverThreadIds ?? []) agents = new Map(agents).set(threadId, item.id);
    writer.agent({ toolCallId: item.id, status: 'running', ...(item.prompt ? { description: item.prompt } : {}) });
  }
  for (const [threadId, { status, message }] of Object.entries(item.agentsStates ?? {})) {
    const toolCallId = agents.get(threadId);
    if (toolCallId === undefined || status === undefined) continue;
    writer.agent({ toolCallId, status: toAgentStatus(status), ...(message ? { summary: message } : {}) });
  }
  return { ...facts, agents };
}

function toAgentStatus(status: string): 'running' | 'completed' | 'failed' | 'stopped' {
  if (status === 'completed') return 'completed';
  if (status === 'errored' || status === 'failed' || status === 'notFound') return 'failed';
  return status === 'shutdown' || status === 'interrupted' ? 'stopped' : 'running';
}

/** The texts of an item that says something. Thoughts come in several parts. */
export function textsOf(item: CodexItem): { id: string; kind: TextKind; text: string }[] | undefined {
  if (item.type === 'agentMessage') return [{ id: item.id, kind: 'text', text: item.text ?? '' }];
  if (item.type !== 'reasoning') return undefined;
  const summary = (item.summary ?? []).map((text, index) => ({ id: toSummaryId(item.id, index), text }));
  const content = (item.content ?? []).map((text, index) => ({ id: toContentId(item.id, index), text: String(text) }));
  return [...summary, ...content].map((part) => ({ ...part, kind: 'reasoning' }));
}

export const toSummaryId = (itemId: string, index: number): string => `${itemId}:${index}`;
export const toContentId = (itemId: string, index: number): string => `${itemId}:content-${index}`;

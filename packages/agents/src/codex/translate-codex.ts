import type { Usage } from '@posthouse/protocol';
import type { RunEnd, Translation } from '../agent-adapter.ts';
import type { AgentNews } from '../agent-news.ts';
import type { HostEvent } from '../host-event.ts';
import { finishRun } from '../writing/finish-run.ts';
import { RunWriter } from '../writing/run-writer.ts';
import { translateHostEvent } from '../writing/translate-host-event.ts';
import type { CodexEvent, CodexTokens } from './codex-event.ts';
import type { CodexFacts, CodexState, CodexWriter } from './codex-state.ts';
import { translateChild } from './translate-child.ts';
import { confirmTexts, retractTexts, toContentId, toSummaryId, translateItem, writeText } from './translate-item.ts';

/** What an event of Codex means. */
export function translateCodex(event: CodexEvent | HostEvent, state: CodexState): Translation<CodexState> {
  const writer = new RunWriter(state);
  const codex = 'type' in event ? hearHost(event, state.codex, writer) : dispatch(event, state.codex, writer);
  return writer.done({ codex });
}

/** Some questions are all that Codex tells of a call; those calls end with the answer. */
function hearHost(event: HostEvent, facts: CodexFacts, writer: CodexWriter): CodexFacts {
  const { toolCallId } = event;
  if (event.type === 'posthouse.approval-requested') {
    const isKnown = writer.state.calls.has(toolCallId);
    translateHostEvent(event, writer);
    const isQuestion = !isKnown && /^(request_user_input|request_permissions|mcp_elicitation)$/.test(event.toolName);
    return isQuestion ? { ...facts, questions: new Set(facts.questions).add(toolCallId) } : facts;
  }
  translateHostEvent(event, writer);
  if (!facts.questions.has(toolCallId)) return facts;
  if (event.approved) writer.output(toolCallId, { answered: true });
  else writer.failure(toolCallId, event.reason ?? 'The question was not answered.');
  return facts;
}

function dispatch(event: CodexEvent, facts: CodexFacts, writer: CodexWriter): CodexFacts {
  const { method, params = {} } = event;
  const { threadId, itemId = '', delta = '', item } = params;
  if (facts.threadId !== undefined && threadId !== undefined && threadId !== facts.threadId) {
    const parent = facts.agents.get(threadId);
    if (parent !== undefined) translateChild(event, parent, writer);
    return facts;
  }
  switch (method) {
    case 'thread/started':
      // Threads of agents are announced like ours, but later.
      return facts.threadId === undefined ? identify(params.thread?.id, params.thread?.model, facts, writer) : facts;
    case 'turn/started':
      return { ...identify(threadId, undefined, facts, writer), turn: params.turn };
    case 'item/started':
    case 'item/updated':
    case 'item/completed':
      return item === undefined ? facts : translateItem(item, method, facts, writer);
    case 'item/agentMessage/delta':
      return writeText({ id: itemId, kind: 'text', delta }, facts, writer);
    case 'item/reasoning/summaryTextDelta':
      return writeText({ id: toSummaryId(itemId, params.summaryIndex ?? 0), kind: 'reasoning', delta }, facts, writer);
    case 'item/reasoning/textDelta':
      return writeText({ id: toContentId(itemId, params.contentIndex ?? 0), kind: 'reasoning', delta }, facts, writer);
    case 'item/commandExecution/outputDelta':
      writer.outputDelta(itemId, delta);
      return facts;
    case 'thread/tokenUsage/updated':
      return noteUsage(params.tokenUsage?.total, facts, writer);
    case 'turn/plan/updated':
      writer.data('todos', { items: (params.plan ?? []).map(({ step, status }) => ({ text: step, status })) }, 'todos');
      return facts;
    case 'error':
      return hearError(event, facts, writer);
    case 'turn/completed':
      return { ...confirmTexts(facts, writer), turn: params.turn };
    case 'model/rerouted':
      writer.notice(
        'fallback',
        `${params.toModel ?? 'Another model'} answers instead of ${params.fromModel ?? 'the one asked for'}.`,
      );
      return facts;
    case 'warning':
    case 'guardianWarning':
      writer.notice('warning', params.message ?? '');
      return facts;
    default:
      if (!SILENT.test(method)) writer.count(method);
      return facts;
  }
}

/** Known, and nothing a user of the chat would want to see. */
const SILENT =
  /^(thread|account|remoteControl|skills|mcpServer|hook|app|serverRequest|rawResponse|windows|fs|project|model)\/|^(configWarning|deprecationNotice)$|^item\/(reasoning\/summaryPartAdded|plan\/delta|fileChange\/|commandExecution\/terminal|mcpToolCall\/progress|autoApproval|guardian)|^turn\/(diff|moderation)/;

function identify(
  id: string | undefined,
  model: string | null | undefined,
  facts: CodexFacts,
  writer: CodexWriter,
): CodexFacts {
  writer.describe({ agentSessionId: id, ...(model ? { model } : {}) });
  writer.start();
  return { ...facts, threadId: facts.threadId ?? id };
}

/** Told when an answer is complete, and once before the first turn of a conversation that was resumed. */
function noteUsage(total: CodexTokens | undefined, facts: CodexFacts, writer: CodexWriter): CodexFacts {
  if (total === undefined) return facts;
  if (facts.turn === undefined) return { ...facts, before: total };
  const usage = subtract(total, facts.before ?? {});
  writer.describe({ usage, totals: { usage: subtract(total, {}) } });
  return { ...confirmTexts(facts, writer), after: 'end' };
}

function subtract(total: CodexTokens, before: CodexTokens): Usage {
  const used = (key: keyof CodexTokens): number => Math.max(0, (total[key] ?? 0) - (before[key] ?? 0));
  const optional = { cacheReadTokens: used('cachedInputTokens'), cacheWriteTokens: used('cacheWriteInputTokens') };
  return {
    inputTokens: used('inputTokens'),
    outputTokens: used('outputTokens'),
    ...Object.fromEntries(
      Object.entries({ ...optional, reasoningTokens: used('reasoningOutputTokens') }).filter(([, count]) => count > 0),
    ),
  };
}

/** An error that Codex gets over is a notice; what was said of the answer so far is said again. */
function hearError({ params }: CodexEvent, facts: CodexFacts, writer: CodexWriter): CodexFacts {
  const text = params.error?.message ?? 'Codex reported an error.';
  if (params.willRetry !== true) return { ...facts, errorText: text };
  writer.notice('retry', params.error?.additionalDetails ? `${text} (${params.error.additionalDetails})` : text);
  return retractTexts(facts, writer);
}

/** What ends the message. How it went is what the turn says, unless the run was stopped or broke off. */
export function finishCodex(state: CodexState, end: RunEnd): AgentNews[] {
  const { turn, errorText } = state.codex;
  if (end.outcome !== 'ended') return finishRun(state, end);
  if (turn?.status === 'interrupted') return finishRun(state, { outcome: 'stopped' });
  // A status that is not known may still say what went wrong.
  const hasFailed = turn?.status === 'failed' || (turn?.status !== 'completed' && turn?.error?.message !== undefined);
  if (!hasFailed) return finishRun(state, end, turn?.status === 'completed' ? 'stop' : 'other');
  const text = readError(turn?.error?.message ?? errorText ?? 'Codex failed without saying why.');
  if (!/max_output_tokens/.test(text)) return finishRun(state, { outcome: 'failed', errorText: text });
  // The model was cut off; what it has said until then counts.
  const writer = new RunWriter(state);
  writer.notice('limit', text);
  return [...writer.news, ...finishRun(writer.done().state, end, 'length')];
}

/** What the model server says is passed on as it came, which may be JSON. */
function readError(text: string): string {
  try {
    const { error } = JSON.parse(text) as { error?: { message?: unknown } };
    return typeof error?.message === 'string' ? error.message : text;
  } catch {
    return text;
  }
}

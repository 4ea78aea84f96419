import type { Usage } from '@posthouse/protocol';
import type { RunEnd, Translation } from '../agent-adapter.ts';
import type { AgentNews, FinishReason } from '../agent-news.ts';
import type { HostEvent } from '../host-event.ts';
import { finishRun } from '../writing/finish-run.ts';
import { RunWriter } from '../writing/run-writer.ts';
import { translateHostEvent } from '../writing/translate-host-event.ts';
import type { ClaudeEvent, ClaudeResultEvent, ClaudeUsage } from './claude-event.ts';
import type { ClaudeFacts, ClaudeState, ClaudeWriter } from './claude-state.ts';
import { translateAssistant } from './translate-assistant.ts';
import { translateNested } from './translate-nested.ts';
import { translateStreamEvent } from './translate-stream-event.ts';
import { translateSystem } from './translate-system.ts';
import { translateUser } from './translate-user.ts';

/** What an event of Claude means. */
export function translateClaude(event: ClaudeEvent | HostEvent, state: ClaudeState): Translation<ClaudeState> {
  const writer = new RunWriter(state);
  return writer.done({ claude: dispatch(event, state.claude, writer) });
}

function dispatch(event: ClaudeEvent | HostEvent, facts: ClaudeFacts, writer: ClaudeWriter): ClaudeFacts {
  if (event.type === 'posthouse.approval-requested') {
    writer.requestApproval({ ...event, parent: facts.parents.get(event.toolCallId) });
    return facts;
  }
  if (translateHostEvent(event, writer)) return facts;
  const parent = 'parent_tool_use_id' in event ? event.parent_tool_use_id : undefined;
  const isNested = typeof parent === 'string';
  switch (event.type) {
    case 'stream_event':
      // Pieces of what other agents say come again as a whole.
      return isNested ? facts : translateStreamEvent(event, facts, writer);
    case 'assistant':
      return isNested ? translateNested(event, parent, facts, writer) : translateAssistant(event, facts, writer);
    case 'user':
      if (isNested) return translateNested(event, parent, facts, writer);
      translateUser(event, facts, writer);
      return facts;
    case 'system':
      return translateSystem(event, facts, writer);
    case 'result':
      return translateResult(event, facts, writer);
    case 'rate_limit_event':
      writer.notice('rate-limit', `Claude reports its rate limit: ${event.rate_limit_info?.status ?? 'reached'}.`);
      return facts;
    default:
      if (!SILENT.has(event.type)) writer.count(event.type);
      return facts;
  }
}

/** Known, and nothing a user of the chat would want to see. */
const SILENT = new Set<string>([
  'command_lifecycle',
  'tool_progress',
  'tool_use_summary',
  'auth_status',
  'prompt_suggestion',
  'conversation_reset',
  'keep_alive',
]);

/** What ends the message. How it went is what the last result says, unless the run was stopped or broke off. */
export function finishClaude(state: ClaudeState, end: RunEnd): AgentNews[] {
  const { result, errorText, stopReason } = state.claude;
  if (end.outcome !== 'ended') return finishRun(state, end);
  if (result === undefined) return finishRun(state, end, 'other');
  if (result.is_error !== true) return finishRun(state, end, toFinishReason(result.stop_reason ?? stopReason));
  if (result.terminal_reason?.startsWith('aborted') === true) return finishRun(state, { outcome: 'stopped' });
  const text = errorText ?? toClaudeErrorText(result);
  if (!/^error_max_(turns|budget)/.test(result.subtype))
    return finishRun(state, { outcome: 'failed', errorText: text });
  // A limit that was set for the run has cut it off; what it has said until then counts.
  const writer = new RunWriter(state);
  writer.notice('limit', text);
  return [...writer.news, ...finishRun(writer.done().state, end, 'length')];
}

function toClaudeErrorText({ errors = [], result, subtype }: ClaudeResultEvent): string {
  return errors.join('\n') || result || `Claude stopped: ${subtype.replaceAll('_', ' ')}.`;
}

function toFinishReason(stopReason: string | null | undefined): FinishReason {
  if (stopReason === 'max_tokens') return 'length';
  return stopReason === 'refusal' ? 'content-filter' : 'stop';
}

/**
 * Claude has nothing more to do, for now: what it has used, and how it went. Tokens are counted per result; cost and the
 * tokens of all models only ever grow, over the whole conversation.
 */
function translateResult(event: ClaudeResultEvent, facts: ClaudeFacts, writer: ClaudeWriter): ClaudeFacts {
  if (event.usage !== undefined) writer.addUsage(toUsage(event.usage));
  const cost = event.total_cost_usd;
  const before = writer.state.options.totals?.cost ?? 0;
  writer.describe({
    agentSessionId: event.session_id,
    ...(cost !== undefined && { cost: Math.max(0, cost - before) }),
    totals: { cost, ...toTotalUsage(event) },
    ...toContextWindow(event),
  });
  if (event.structured_output !== undefined) {
    writer.data('structured-output', event.structured_output as never, 'structured-output');
  }
  return { ...facts, result: event };
}

function toUsage(usage: ClaudeUsage): Usage {
  const { cache_read_input_tokens: read, cache_creation_input_tokens: write, output_tokens_details: details } = usage;
  return {
    inputTokens: usage.input_tokens ?? 0,
    outputTokens: usage.output_tokens ?? 0,
    ...(read ? { cacheReadTokens: read } : {}),
    ...(write ? { cacheWriteTokens: write } : {}),
    ...(details?.thinking_tokens ? { reasoningTokens: details.thinking_tokens } : {}),
  };
}

function toTotalUsage({ modelUsage }: ClaudeResultEvent): { usage?: Usage } {
  const models = Object.values(modelUsage ?? {});
  if (models.length === 0) return {};
  const sum = (read: (model: (typeof models)[number]) => number | undefined): number =>
    models.reduce((total, model) => total + (read(model) ?? 0), 0);
  return {
    usage: {
      inputTokens: sum((model) => model.inputTokens),
      outputTokens: sum((model) => model.outputTokens),
      cacheReadTokens: sum((model) => model.cacheReadInputTokens),
      cacheWriteTokens: sum((model) => model.cacheCreationInputTokens),
    },
  };
}

/** How much the largest of the models can read at once. */
function toContextWindow({ modelUsage }: ClaudeResultEvent): { more?: { contextWindow: number } } {
  const windows = Object.values(modelUsage ?? {}).flatMap(({ contextWindow }) => contextWindow ?? []);
  return windows.length === 0 ? {} : { more: { contextWindow: Math.max(...windows) } };
}

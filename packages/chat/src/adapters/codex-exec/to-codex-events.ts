import type { CodexEvent, CodexItem } from '../codex/codex-event.ts';
import type { CodexExecEvent, CodexExecItem, CodexExecUsage } from './codex-exec-event.ts';

/**
 * The same in the words of `codex app-server`, which says more about the same things, so that one translator serves
 * both. Ids of items begin anew with each turn; `prefix` makes them unique.
 */
export function toCodexEvents(event: CodexExecEvent, prefix: string): CodexEvent[] {
  const { type, item } = event;
  switch (type) {
    case 'thread.started':
      return event.thread_id === undefined
        ? []
        : [{ method: 'thread/started', params: { thread: { id: event.thread_id } } }];
    case 'turn.started':
      return [{ method: 'turn/started', params: { turn: { id: prefix, status: 'inProgress' } } }];
    case 'turn.completed':
      return [...toUsageEvents(event.usage), toTurnEnd(prefix, 'completed')];
    case 'turn.failed':
      return [toTurnEnd(prefix, 'failed', event.error?.message)];
    case 'error':
      // Said before Codex tries again, and before it gives up; that it has given up is told by the end of the turn.
      return [toError(event.message ?? '')];
    case 'item.started':
    case 'item.updated':
    case 'item.completed':
      return item === undefined ? [] : toItemEvents(type.replace('.', '/'), item, prefix);
    default:
      return [{ method: type, params: {} }];
  }
}

function toItemEvents(method: string, item: CodexExecItem, prefix: string): CodexEvent[] {
  if (item.type === 'error') return [{ method: 'warning', params: { message: item.message ?? '' } }];
  if (item.type === 'todo_list') {
    const plan = (item.items ?? []).map(({ text, completed }) => ({
      step: text,
      status: completed ? 'completed' : 'pending',
    }));
    return [{ method: 'turn/plan/updated', params: { plan } }];
  }
  return [{ method, params: { item: toItem(item, `${prefix}/${item.id}`) } }];
}

/** An item under its other names. */
function toItem(item: CodexExecItem, id: string): CodexItem {
  switch (item.type) {
    case 'agent_message':
      return { type: 'agentMessage', id, text: item.text ?? '' };
    case 'reasoning':
      return { type: 'reasoning', id, summary: [item.text ?? ''] };
    case 'command_execution': {
      const { command = '', aggregated_output: aggregatedOutput = '', exit_code: exitCode = null } = item;
      return { type: 'commandExecution', id, command, aggregatedOutput, exitCode, ...toStatus(item) };
    }
    case 'file_change':
      return { type: 'fileChange', id, changes: item.changes ?? [], ...toStatus(item) };
    case 'mcp_tool_call': {
      const { server = '', tool = '', arguments: input, error = null } = item;
      const { content, structured_content: structuredContent } = item.result ?? {};
      const result = { content, structuredContent };
      return { type: 'mcpToolCall', id, server, tool, arguments: input, result, error, ...toStatus(item) };
    }
    case 'web_search':
      return { type: 'webSearch', id, query: item.query ?? '', action: item.action };
    case 'collab_tool_call': {
      const {
        tool = '',
        prompt = null,
        receiver_thread_ids: receiverThreadIds = [],
        agents_states: agentsStates = {},
      } = item;
      return { type: 'collabAgentToolCall', id, tool, prompt, receiverThreadIds, agentsStates, ...toStatus(item) };
    }
    default:
      return { type: item.type, id };
  }
}

function toError(message: string): CodexEvent {
  return { method: 'error', params: { error: { message }, willRetry: message.startsWith('Reconnecting') } };
}

function toStatus({ status }: CodexExecItem): { status?: string } {
  return status === undefined ? {} : { status: status === 'in_progress' ? 'inProgress' : status };
}

function toTurnEnd(id: string, status: string, message?: string): CodexEvent {
  const error = message === undefined ? {} : { error: { message } };
  return { method: 'turn/completed', params: { turn: { id, status, ...error } } };
}

function toUsageEvents(usage: CodexExecUsage | undefined): CodexEvent[] {
  if (usage === undefined) return [];
  const total = {
    inputTokens: usage.input_tokens ?? 0,
    outputTokens: usage.output_tokens ?? 0,
    cachedInputTokens: usage.cached_input_tokens ?? 0,
    cacheWriteInputTokens: usage.cache_write_input_tokens ?? 0,
    reasoningOutputTokens: usage.reasoning_output_tokens ?? 0,
  };
  return [{ method: 'thread/tokenUsage/updated', params: { tokenUsage: { total } } }];
}

import { defined, type JSONObject } from '@posthouse/protocol';
import type { NestedAgent } from '../agent-news.ts';
import type { ClaudeSystemEvent } from './claude-event.ts';
import type { ClaudeFacts, ClaudeWriter } from './claude-state.ts';
import { retractEvent } from './translate-assistant.ts';

/** What happens around the messages: beginnings, retries, agents and commands in the background. */
export function translateSystem(event: ClaudeSystemEvent, facts: ClaudeFacts, writer: ClaudeWriter): ClaudeFacts {
  switch (event.subtype) {
    case 'init':
      writer.describe({ agentSessionId: event.session_id, model: event.model });
      writer.start();
      return facts;
    case 'status':
      if (event.status === 'compacting') writer.notice('compacting', 'The conversation is being summarised.');
      return facts;
    case 'compact_boundary':
      writer.notice('compacted', 'The beginning of the conversation was replaced by a summary.');
      return facts;
    case 'api_retry':
      writer.notice('retry', toRetryText(event));
      return facts;
    case 'informational':
      writer.notice('information', event.content ?? '');
      return facts;
    case 'model_refusal_no_fallback':
      writer.notice('refusal', event.content ?? 'The model refused to answer.');
      return facts;
    case 'model_refusal_fallback': {
      writer.notice(
        'fallback',
        `${event.original_model ?? 'The model'} refused; ${event.fallback_model ?? 'another'} answers.`,
      );
      return (event.retracted_message_uuids ?? []).reduce((next, uuid) => retractEvent(uuid, next, writer), facts);
    }
    case 'task_started':
    case 'task_progress':
    case 'task_updated':
    case 'task_notification':
      return translateTask(event, facts, writer);
    default:
      if (!SILENT.has(event.subtype)) writer.count(`system/${event.subtype}`);
      return facts;
  }
}

/** Known, and nothing a user of the chat would want to see. */
const SILENT = new Set(
  (
    'thinking_tokens background_tasks_changed permission_denied session_state_changed commands_changed notification ' +
    'hook_started hook_progress hook_response files_persisted memory_recall local_command_output plugin_install ' +
    'elicitation_complete mirror_error worker_shutting_down control_request_progress session_writes_lost'
  ).split(' '),
);

function translateTask(event: ClaudeSystemEvent, facts: ClaudeFacts, writer: ClaudeWriter): ClaudeFacts {
  const taskId = event.task_id ?? '';
  const known = facts.tasks.get(taskId);
  const isAgent = known?.isAgent ?? (event.subagent_type !== undefined || event.task_type === 'local_agent');
  const task = { isAgent, toolCallId: event.tool_use_id ?? known?.toolCallId };
  const status = toStatus(event);
  const summary = event.subtype === 'task_progress' ? event.description : event.summary;
  if (isAgent && task.toolCallId !== undefined) {
    writer.agent({
      toolCallId: task.toolCallId,
      // Without what this event does not say, so that what was known stays.
      ...(event.subtype === 'task_started' && { description: event.description }),
      ...(event.is_backgrounded === true && { background: true }),
      ...defined({ name: event.subagent_type, summary }),
      status,
    });
  } else {
    const data: JSONObject = { taskId, status };
    for (const [key, value] of Object.entries({ ...task, description: event.description, summary })) {
      if (typeof value === 'string') data[key] = value;
    }
    writer.data('task', data, taskId);
  }
  return { ...facts, tasks: new Map(facts.tasks).set(taskId, task) };
}

function toStatus({ subtype, status = undefined, patch }: ClaudeSystemEvent): NestedAgent['status'] {
  const said = subtype === 'task_notification' ? status : patch?.status;
  if (said === 'completed') return 'completed';
  if (said === 'failed') return 'failed';
  return said === 'killed' || said === 'stopped' ? 'stopped' : 'running';
}

function toRetryText({ attempt, max_retries: max, error_status: status, error }: ClaudeSystemEvent): string {
  const reason = status === null || status === undefined ? (error ?? 'no answer') : `status ${status}`;
  return `The model did not answer (${reason}); attempt ${attempt ?? '?'} of ${max ?? '?'} follows.`;
}

import type { Translation } from '../agent-adapter.ts';
import type { HostEvent } from '../host-event.ts';
import { RunWriter } from '../writing/run-writer.ts';
import { translateHostEvent } from '../writing/translate-host-event.ts';
import type { ClaudeEvent } from './claude-event.ts';
import type { ClaudeFacts, ClaudeState, ClaudeWriter } from './claude-state.ts';
import { translateAssistant } from './translate-assistant.ts';
import { translateNested } from './translate-nested.ts';
import { translateResult } from './translate-result.ts';
import { translateStreamEvent } from './translate-stream-event.ts';
import { translateSystem } from './translate-system.ts';
import { translateUser } from './translate-user.ts';

/** The chunks that an event of Claude stands for. */
export function translateClaude(event: ClaudeEvent | HostEvent, state: ClaudeState): Translation<ClaudeState> {
  const writer = new RunWriter(state);
  return writer.done({ claude: dispatch(event, state.claude, writer) });
}

function dispatch(event: ClaudeEvent | HostEvent, facts: ClaudeFacts, writer: ClaudeWriter): ClaudeFacts {
  if (event.type === 'posthouse.approval-requested') {
    const parent = facts.parents.get(event.toolCallId);
    writer.requestApproval({ ...event, ...(parent !== undefined && { parent }) });
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

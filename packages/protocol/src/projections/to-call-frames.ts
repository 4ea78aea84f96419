import type { MAILFrame } from '../frames/mail-frame.ts';
import { type JSONValue, textOfJSON } from '../json.ts';
import type { LogEntry } from '../log/log-entry.ts';

type CallEntry = Extract<LogEntry, { type: 'call' | 'call-started' | 'call-ended' }>;
type EndedCall = Extract<LogEntry, { type: 'call-ended' }>;
/** What every frame of an entry repeats. */
export type Stored = { timestamp: string; taskId: string };

/** The frames that MAIL shows for a call: when it is made, when its action starts, and when it has ended. */
export function toCallFrames(entry: CallEntry, stored: Stored): MAILFrame[] {
  const caller = { caller: entry.agent, toolName: entry.tool, toolCallId: entry.callId };
  switch (entry.type) {
    case 'call': {
      const { input, reasoning, reasoningRef, preamble } = entry;
      const extraData = { ...caller, toolArgs: input, reasoning, reasoningRef, preamble };
      return [
        {
          event: 'tool_call',
          data: { ...stored, description: `agent ${agentOf(entry)} called ${entry.tool}`, extraData },
        },
      ];
    }
    case 'call-started': {
      if (entry.kind !== 'action') return [];
      const description = `agent ${agentOf(entry)} executing action tool: ${entry.tool} with args: ${textOfJSON(entry.input)}`;
      return [{ event: 'action_call', data: { ...stored, description, extraData: caller } }];
    }
    case 'call-ended':
      return toEndedFrames(entry, stored, caller);
  }
}

type CallFields = { caller: string | undefined; toolName: string; toolCallId: string };

function toEndedFrames(entry: EndedCall, stored: Stored, caller: CallFields): MAILFrame[] {
  const content = textOfJSON(entry.result.content);
  switch (entry.kind) {
    case 'action': {
      if (entry.result.status === 'success') {
        const description = `action complete (caller = ${agentOf(entry)}):\n${content}`;
        return [
          {
            event: 'action_complete',
            data: { ...stored, description, extraData: { ...caller, result: entry.result.content } },
          },
        ];
      }
      const description = `action error (caller = ${agentOf(entry)}, tool = ${entry.tool}):\n${content}`;
      return [
        { event: 'action_error', data: { ...stored, description, extraData: { ...caller, errorMessage: content } } },
      ];
    }
    case 'breakpoint': {
      const description = `breakpoint action complete (caller = ${agentOf(entry)}):\n${content}`;
      return [
        {
          event: 'breakpoint_action_complete',
          data: { ...stored, description, extraData: { ...caller, result: entry.result.content } },
        },
      ];
    }
    case 'builtin': {
      const extraData = { ...caller, toolType: entry.tool, toolArgs: entry.input };
      const description = `agent ${agentOf(entry)} used ${entry.tool}`;
      return [{ event: 'builtin_tool_call', data: { ...stored, description, extraData } }];
    }
    case 'mail':
      return entry.result.status === 'success'
        ? toMailToolFrames(entry, stored, caller)
        : toMailToolErrors(entry, stored, caller, content);
  }
}

/** Sending shows as the message itself; these tools have a frame of their own. */
function toMailToolFrames(entry: EndedCall, stored: Stored, caller: CallFields): MAILFrame[] {
  const agent = agentOf(entry);
  const plain = (
    event: 'task_complete_call' | 'task_complete_call_duplicate' | 'broadcast_ignored' | 'help_called',
    text: string,
  ): MAILFrame[] => [{ event, data: { ...stored, description: `agent ${agent} called ${text}`, extraData: caller } }];
  switch (entry.tool) {
    case 'task_complete':
      return entry.result.code === 'duplicate'
        ? plain('task_complete_call_duplicate', 'task_complete on already completed task')
        : plain('task_complete_call', 'task_complete, full response to follow');
    case 'ignore_broadcast':
      return plain('broadcast_ignored', 'ignore_broadcast');
    case 'help':
      return plain('help_called', 'help');
    case 'await_message': {
      const reason = reasonOf(entry.input);
      const description = `agent '${agent}' is awaiting a new message${reason === undefined ? '' : `: ${reason}`}`;
      return [{ event: 'await_message', data: { ...stored, description, extraData: { ...caller, reason } } }];
    }
    default:
      return [];
  }
}

function toMailToolErrors(entry: EndedCall, stored: Stored, caller: CallFields, content: string): MAILFrame[] {
  // MAIL tells only the agent when it acknowledges what was no broadcast.
  if (entry.tool === 'acknowledge_broadcast') return [];
  const description = `agent ${agentOf(entry)} called ${entry.tool}: ${content}`;
  return [{ event: 'agent_error', data: { ...stored, description, extraData: caller } }];
}

function reasonOf(input: JSONValue | undefined): string | undefined {
  const given = typeof input === 'object' && input !== null && !Array.isArray(input) ? input.reason : undefined;
  return typeof given === 'string' && given !== '' ? given : undefined;
}

/** The agent as prose names it. */
export function agentOf({ agent }: { agent?: string | undefined }): string {
  return agent ?? 'unknown';
}

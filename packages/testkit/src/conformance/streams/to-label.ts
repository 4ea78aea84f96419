import { asObject } from '../http/exchange.ts';
import type { Frame } from './parse-stream.ts';

/** The frame names of the MAIL protocol. */
export const FRAME_NAMES: ReadonlySet<string> = new Set([
  'new_message',
  'tool_call',
  'task_complete_call',
  'task_complete_call_duplicate',
  'task_complete',
  'task_error',
  'agent_error',
  'action_call',
  'action_complete',
  'action_error',
  'builtin_tool_call',
  'broadcast_ignored',
  'await_message',
  'help_called',
  'breakpoint_tool_call',
  'breakpoint_action_complete',
  'interswarm_message_sent',
  'interswarm_message_received',
  'interswarm_message_error',
  'run_loop_error',
  'run_loop_cancelled',
  'shutdown_requested',
  'ping',
]);

/**
 * A frame in a few words, so that sequences can be compared and read: who wrote to whom and what kind of message, or who
 * called what.
 */
export function toLabel({ event, data }: Frame): string {
  const extra = asObject(data.extra_data);
  if (event === 'new_message') return `new_message ${toMailLabel(asObject(extra.full_message))}`;
  if (event === 'tool_call') return `tool_call ${callerOf(data, extra)} ${String(extra.tool_name)}`;
  return event;
}

/** The sequence of a stream. Pings may come at any time, and frames that MAIL does not know are ignored. */
export function toLabels(frames: readonly Frame[]): string[] {
  return frames.filter(({ event }) => event !== 'ping' && FRAME_NAMES.has(event)).map(toLabel);
}

function toMailLabel(envelope: Record<string, unknown>): string {
  const payload = asObject(envelope.message);
  const sender = toName(asObject(payload.sender));
  const recipients = [payload.recipients ?? payload.recipient].flat().map((recipient) => toName(asObject(recipient)));
  const subject = String(payload.subject);
  const mark = /^::.*::$/.test(subject) ? ` ${subject}` : '';
  return `${sender}>${recipients.join(',')} ${String(envelope.msg_type)}${mark}`;
}

/** People and the system by what they are, since their addresses differ from server to server. */
function toName({ address_type: type, address }: Record<string, unknown>): string {
  if (type === 'agent') return String(address);
  return type === 'admin' ? 'user' : String(type);
}

/** MAIL names the caller in prose only; some servers also name it for programs. */
function callerOf(data: Record<string, unknown>, extra: Record<string, unknown>): string {
  if (typeof extra.caller === 'string') return extra.caller;
  return /^agent ([\w.-]+)/.exec(String(data.description))?.[1] ?? 'unknown';
}

import type { JSONObject } from '@ai-sdk/provider';
import type { WireTelling } from '@posthouse/protocol/light';

/** A frame before it goes over the wire. */
export type Spoken = { event: string; data: JSONObject; id?: string };

const stored = { timestamp: '2026-03-01T08:30:00.000000+00:00', task_id: 't' };

/** A frame that tells of something in the log. */
export function told(event: string, extra: JSONObject = {}, description = ''): Spoken {
  return { event, data: { ...stored, description, extra_data: extra } };
}

export function called(caller: string, tool: string, callId: string, more: JSONObject = {}): Spoken {
  const extra = { caller, tool_name: tool, tool_call_id: callId, tool_args: {}, ...more };
  return told('tool_call', extra, `agent ${caller} called ${tool}`);
}

export function letter(from: string, body: string, more: { id?: string; type?: string; role?: string } = {}): Spoken {
  const { id = `${from}/${body}`, type = 'request', role = 'agent' } = more;
  const recipient = { address_type: 'agent', address: 'clerk' };
  const to =
    type === 'broadcast_complete' ? { recipients: [recipient], broadcast_id: 'b' } : { recipient, request_id: 'r' };
  const message = { task_id: 't', sender: { address_type: role, address: from }, ...to, subject: 's', body };
  return told('new_message', { full_message: { id, timestamp: stored.timestamp, msg_type: type, message } });
}

export function completed(response: string): Spoken {
  return { event: 'task_complete', data: { ...stored, response } };
}

export function paused(...calls: { call_id: string; name: string; arguments?: string }[]): Spoken[] {
  const open = calls.map((call) => ({ arguments: '{}', type: 'function_call', ...call }));
  return [
    told('breakpoint_tool_call', { caller: 'boss' }, 'agent boss used breakpoint tools'),
    { event: 'task_complete', data: { ...stored, response: JSON.stringify(open) } },
  ];
}

/** Something that a server of ours tells; with an id where it stands in the log. */
export function telling(data: WireTelling & { at?: string }, id?: number): Spoken {
  const at = data.type === 'text' || data.type === 'begin' ? {} : { at: stored.timestamp };
  return { event: 'telling', data: { ...data, ...at } as JSONObject, ...(id === undefined ? {} : { id: String(id) }) };
}

export const begin = telling({ type: 'begin', task_id: 't', run: 1, message_id: 'm' });
export const started = telling({ type: 'start', answer_id: 'answer-1' }, 1);
export const thinks = (agent: string, id = `${agent}/1/1/0`): WireTelling => {
  return { type: 'text_start', id, agent, turn: 1, kind: 'reasoning', is_answer: false };
};
export const answers = (agent: string, id = `${agent}/2/1/0`): WireTelling => {
  return { type: 'text_start', id, agent, turn: 2, kind: 'answer', is_answer: true };
};
export const writes = (id: string, delta: string, offset = 0): Spoken => telling({ type: 'text', id, offset, delta });
export const calls = (
  agent: string,
  tool: string,
  callId: string,
  forCaller = false,
): WireTelling & { type: 'call' } => {
  const call = { call_id: callId, tool, kind: 'action', input: {}, for_caller: forCaller } as const;
  return { type: 'call', id: `${agent}/1/${callId}`, agent, turn: 1, ...call };
};
export const ends = (outcome: 'complete' | 'error' | 'cancelled', more: { text?: string; code?: string } = {}) => {
  return telling({ type: 'end', outcome, ...more }, 9);
};

export function toSSE({ event, data, id }: Spoken): string {
  return `${id === undefined ? '' : `id: ${id}\r\n`}event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`;
}

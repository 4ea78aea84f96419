import type { JSONObject } from '@ai-sdk/provider';
import type { StreamEvent } from '../wire/read-events.ts';
import { type Frame, toFrame, type Token } from '../wire/frame.ts';

/** A frame before it goes over the wire. */
export type Spoken = { event: string; data: JSONObject; id?: string };

const stored = { timestamp: '2026-03-01T08:30:00.000000+00:00', task_id: 't' };

/** A frame that tells of something in the log. */
export function told(event: string, extra: JSONObject = {}, description = ''): Spoken {
  return { event, data: { ...stored, description, extra_data: extra } };
}

export const runStarted = told('run_started', { run: 1, answer_id: 'answer-1' }, 'run 1 started');

export function called(caller: string, tool: string, callId: string, more: JSONObject = {}): Spoken {
  const extra = { caller, tool_name: tool, tool_call_id: callId, tool_args: {}, ...more };
  return told('tool_call', extra, `agent ${caller} called ${tool}`);
}

export function usage(caller: string, input: number, output: number, more: JSONObject = {}): Spoken {
  return told('usage', { caller, model: 'm', input_tokens: input, output_tokens: output, ...more });
}

export function letter(from: string, body: string, more: { id?: string; type?: string; role?: string } = {}): Spoken {
  const { id = `${from}/${body}`, type = 'request', role = 'agent' } = more;
  const message = { sender: { address_type: role, address: from }, subject: 's', body };
  return told('new_message', { full_message: { id, msg_type: type, message } });
}

export function token(agent: string, kind: Token['kind'], delta: string, place: Partial<Token> = {}): Spoken {
  const data = { task_id: 't', agent, turn: 1, attempt: 1, part: 0, kind, offset: 0, delta, ...place };
  return { event: 'token', data };
}

export function completed(response: string): Spoken {
  return { event: 'task_complete', data: { ...stored, response, status: 'complete' } };
}

export function paused(...calls: { call_id: string; name: string; arguments?: string }[]): Spoken[] {
  const open = calls.map((call) => ({ arguments: '{}', type: 'function_call', ...call }));
  return [
    told('breakpoint_tool_call', { caller: 'boss' }, 'agent boss used breakpoint tools'),
    { event: 'task_complete', data: { ...stored, response: JSON.stringify(open), status: 'paused' } },
  ];
}

export function failed(response: string, code = 'model_failed', status = 'error'): Spoken {
  return { event: 'task_error', data: { ...stored, response, status, code } };
}

/** As a server with a log numbers its frames: those of the log, and no others. */
export function numbered(frames: readonly Spoken[], first = 1): Spoken[] {
  let seq = first;
  return frames.map((frame) =>
    frame.event === 'token' || frame.event === 'ping' ? frame : { ...frame, id: String(seq++) },
  );
}

export function toSSE({ event, data, id }: Spoken): string {
  return `${id === undefined ? '' : `id: ${id}\r\n`}event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`;
}

export function toFrames(frames: readonly Spoken[]): Frame[] {
  return frames.map(({ event, data, id }) => {
    const read: StreamEvent = { event, data: JSON.stringify(data), ...(id === undefined ? {} : { id }) };
    return toFrame(read);
  });
}

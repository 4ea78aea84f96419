import type { JSONObject, JSONValue } from '@ai-sdk/provider';
import type { StreamEvent } from './read-stream.ts';

/** A message from one agent to others. */
export type Letter = { id: string; from: string; fromAgent: boolean; completes: boolean; body: string };

/** A frame of a MAIL server that is none of ours, as far as we read it. */
export type Frame = {
  event: string;
  description: string;
  at?: string | undefined;
  agent?: string | undefined;
  tool?: string | undefined;
  callId?: string | undefined;
  input?: JSONValue | undefined;
  result?: JSONValue | undefined;
  reasoning?: string | undefined;
  preamble?: string | undefined;
  letter?: Letter | undefined;
  /** Only on the frame that ends a stream. */
  end?: { response: string; status?: string | undefined; code?: string | undefined } | undefined;
};

/** Reads a frame. Throws when its data is no JSON object. */
export function toFrame({ event = 'message', data }: StreamEvent): Frame {
  const raw = JSON.parse(data) as JSONObject;
  if (!isObject(raw)) throw new TypeError(`the data of '${event}' is no object`);
  const extra = isObject(raw.extra_data) ? raw.extra_data : {};
  const description = text(raw.description) ?? '';
  const letter = toLetter(extra.full_message);
  const { response, status, code } = raw;
  const ends = typeof response === 'string' && /^task_(?:complete|error)$/.test(event);
  return {
    event,
    description,
    letter,
    at: text(raw.timestamp),
    agent: text(extra.caller) ?? text(raw.agent) ?? toAgent(description, letter),
    tool: text(extra.tool_name) ?? text(extra.tool_type),
    callId: text(extra.tool_call_id),
    input: extra.tool_args,
    result: extra.result ?? extra.error_message ?? undefined,
    reasoning: text(extra.reasoning),
    preamble: text(extra.preamble),
    end: ends ? { response, status: text(status), code: text(code) } : undefined,
  };
}

/** A call that waits for somebody outside. */
export type OpenCall = { callId: string; tool: string; input: string };

/** The calls that a pause waits for: they come as JSON text in the place of an answer. */
export function toOpenCalls(response: string): OpenCall[] | undefined {
  try {
    const calls: unknown = JSON.parse(response);
    if (!Array.isArray(calls) || calls.length === 0) return undefined;
    const open = calls
      .filter(isObject)
      .flatMap(({ call_id: callId, name: tool, arguments: input }): OpenCall[] =>
        typeof callId === 'string' && typeof tool === 'string'
          ? [{ callId, tool, input: typeof input === 'string' ? input : JSON.stringify(input ?? {}) }]
          : [],
      );
    return open.length === calls.length ? open : undefined;
  } catch {
    return undefined;
  }
}

function toLetter(message: JSONValue | undefined): Letter | undefined {
  if (!isObject(message) || !isObject(message.message)) return undefined;
  const { sender, body } = message.message;
  if (!isObject(sender) || typeof sender.address !== 'string') return undefined;
  return {
    id: text(message.id) ?? '',
    from: sender.address,
    fromAgent: sender.address_type === 'agent',
    completes: message.msg_type === 'broadcast_complete',
    body: text(body) ?? '',
  };
}

/** Servers that do not say who did something in a field of its own say it in prose. */
function toAgent(description: string, letter: Letter | undefined): string | undefined {
  if (letter?.fromAgent === true) return letter.from;
  return (/^agent '?([^\s']+)'? /.exec(description) ?? /\(caller = ([^\s,)]+)/.exec(description))?.[1];
}

function text(value: JSONValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function isObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

import { type JSONObject, type JSONValue, parseJSON } from '../json.ts';
import type { OpenCall } from '../log/call.ts';
import { isPlainObject } from '../wire/is-plain-object.ts';

/** One event of a stream, as it came. */
export type StreamEvent = { event?: string | undefined; data: string; id?: string | undefined };

/** Mail of an agent, a person or the system. */
type ForeignMail = {
  id: string;
  from: string;
  fromAgent: boolean;
  to: string[];
  subject: string;
  body: string;
  completes: boolean;
};

/** A frame of a MAIL server that is none of ours, as far as we read it. */
export type ForeignFrame = {
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
  mail?: ForeignMail | undefined;
  /** Only on the frame that ends a stream. */
  end?: { response: string; status?: string | undefined; code?: string | undefined } | undefined;
};

/** Reads a frame. Throws when its data is no JSON object. */
export function toForeignFrame({ event = 'message', data }: StreamEvent): ForeignFrame {
  const raw = parseJSON(data);
  if (!isObject(raw)) throw new TypeError(`the data of '${event}' is no object`);
  const extra = isObject(raw.extra_data) ? raw.extra_data : {};
  const description = text(raw.description) ?? '';
  const mail = toMail(extra.full_message);
  const { response, status, code } = raw;
  const ends = typeof response === 'string' && /^task_(?:complete|error)$/.test(event);
  return {
    event,
    description,
    mail,
    at: text(raw.timestamp),
    agent: text(extra.caller) ?? text(raw.agent) ?? toAgent(description, mail),
    tool: text(extra.tool_name) ?? text(extra.tool_type),
    callId: text(extra.tool_call_id),
    input: extra.tool_args,
    result: extra.result ?? extra.error_message ?? undefined,
    reasoning: text(extra.reasoning),
    preamble: text(extra.preamble),
    end: ends ? { response, status: text(status), code: text(code) } : undefined,
  };
}

/** The calls that a pause waits for: they come as JSON text in the place of an answer. */
export function toOpenCalls(response: string): OpenCall[] | undefined {
  const calls = fromJSON(response);
  if (!Array.isArray(calls) || calls.length === 0) return undefined;
  const open = calls.flatMap((call): OpenCall[] => {
    const { call_id: callId, name: tool, arguments: input = {} } = isObject(call) ? call : {};
    if (typeof callId !== 'string' || typeof tool !== 'string') return [];
    return [{ callId, tool, input: typeof input === 'string' ? fromJSON(input) : input }];
  });
  return open.length === calls.length ? open : undefined;
}

/** What a text stands for; one that is no JSON stands for itself. */
function fromJSON(words: string): JSONValue {
  try {
    return parseJSON(words) as JSONValue;
  } catch {
    return words;
  }
}

function toMail(message: JSONValue | undefined): ForeignMail | undefined {
  if (!isObject(message) || !isObject(message.message)) return undefined;
  const { sender, recipient, recipients, subject, body } = message.message;
  const from = toAddress(sender);
  if (from === undefined) return undefined;
  return {
    id: text(message.id) ?? '',
    from,
    fromAgent: (sender as JSONObject).address_type === 'agent',
    to: (Array.isArray(recipients) ? recipients : [recipient]).flatMap((each) => toAddress(each) ?? []),
    subject: text(subject) ?? '',
    body: text(body) ?? '',
    completes: message.msg_type === 'broadcast_complete',
  };
}

function toAddress(value: JSONValue | undefined): string | undefined {
  return isObject(value) ? text(value.address) : undefined;
}

/** Servers that do not say who did something in a field of its own say it in prose. */
function toAgent(description: string, mail: ForeignMail | undefined): string | undefined {
  if (mail?.fromAgent === true) return mail.from;
  return (/^agent '?([^\s']+)'? /.exec(description) ?? /\(caller = ([^\s,)]+)/.exec(description))?.[1];
}

function text(value: JSONValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function isObject(value: unknown): value is JSONObject {
  return isPlainObject(value);
}

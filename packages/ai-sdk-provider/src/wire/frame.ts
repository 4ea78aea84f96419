import type { JSONObject, JSONValue } from '@ai-sdk/provider';
import type { MAILAgentUsage } from '../metadata.ts';
import type { StreamEvent } from './read-events.ts';

/** A piece of text that an agent is writing; belongs at `offset` of its part, whatever was seen before. */
export type Token = {
  agent: string;
  turn: number;
  attempt: number;
  part: number;
  kind: 'reasoning' | 'text' | 'answer';
  offset: number;
  delta: string;
};

/** A message from one agent to others. */
export type Letter = { id: string; from: string; fromAgent: boolean; completes: boolean; body: string };

/**
 * A frame of a MAIL stream, as far as we read it. The protocol package checks frames whole; its schemas weigh five times
 * as much as this package may, and a reader that only looks at what it needs also takes what other servers send.
 */
export type Frame = {
  event: string;
  /** Its place in the task's log. Absent on tokens and pings, and on servers that have no log. */
  id?: string | undefined;
  raw: JSONObject;
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
  token?: Token | undefined;
  usage?: MAILAgentUsage | undefined;
  answerId?: string | undefined;
  turn?: number | undefined;
  attempt?: number | undefined;
  /** Only on the frame that ends a stream. */
  end?: { response: string; status?: string | undefined; code?: string | undefined } | undefined;
};

/** Whether a token belongs to the answer. What an agent of another swarm answers is for the agents of this one. */
export function isOfAnswer({ agent, kind }: Token): boolean {
  return kind === 'answer' && !agent.includes('@');
}

/** Reads a frame. Throws when its data is no JSON object. */
export function toFrame({ event, data, id }: StreamEvent): Frame {
  const raw = JSON.parse(data) as JSONObject;
  if (!isObject(raw)) throw new TypeError(`the data of '${event}' is no object`);
  const extra = isObject(raw.extra_data) ? raw.extra_data : {};
  const description = text(raw.description) ?? '';
  const letter = toLetter(extra.full_message, text(extra.remote_swarm) !== undefined);
  const { response, status, code } = raw;
  const ends = typeof response === 'string' && /^task_(?:complete|error)$/.test(event);
  return {
    event,
    id,
    raw,
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
    answerId: text(extra.answer_id),
    turn: count(extra.turn),
    attempt: count(extra.attempt),
    token: event === 'token' ? (raw as unknown as Token) : undefined,
    usage: event === 'usage' ? toUsage(extra) : undefined,
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

function toLetter(message: JSONValue | undefined, isRemote: boolean): Letter | undefined {
  if (!isObject(message) || !isObject(message.message)) return undefined;
  const { sender, body } = message.message;
  if (!isObject(sender) || typeof sender.address !== 'string') return undefined;
  return {
    id: text(message.id) ?? '',
    from: sender.address,
    fromAgent: sender.address_type === 'agent',
    // What completes the part of another swarm is no answer to the caller.
    completes: message.msg_type === 'broadcast_complete' && !isRemote,
    body: text(body) ?? '',
  };
}

/** Servers that do not say who did something in a field of its own say it in prose. */
function toAgent(description: string, letter: Letter | undefined): string | undefined {
  if (letter?.fromAgent === true) return letter.from;
  return (/^agent '?([^\s']+)'? /.exec(description) ?? /\(caller = ([^\s,)]+)/.exec(description))?.[1];
}

/** What was counted, under its names here. */
function toUsage(extra: JSONObject): MAILAgentUsage {
  const named = Object.entries(extra).map(([name, value]) => {
    return [name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()), value] as const;
  });
  const counts = named.filter(([name, value]) => /^cost$|Tokens$/.test(name) && typeof value === 'number');
  return { inputTokens: 0, outputTokens: 0, ...Object.fromEntries(counts) };
}

function text(value: JSONValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function count(value: JSONValue | undefined): number | undefined {
  return typeof value === 'number' ? value : undefined;
}

export function isObject(value: unknown): value is JSONObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

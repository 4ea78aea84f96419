import { isJSONObject } from '@posthouse/protocol';
/** Who a request speaks for: one of the tokens the suite was given, or nobody. */
export type Speaker = 'user' | 'admin' | 'agent' | 'nobody';

/** A request as the suite means it. */
export type Ask = {
  method: string;
  path: string;
  /** `user` unless given. */
  as?: Speaker;
  headers?: Record<string, string>;
  /** Sent as JSON. */
  json?: unknown;
  /** Sent as it is, labelled as JSON. */
  text?: string;
  /** How long to wait for the end of the answer; the suite's own limit unless given. */
  timeoutMs?: number;
};

/** A request as it went out. Tokens are replaced by the name of their owner. */
export type SentRequest = { method: string; path: string; headers: Record<string, string>; body?: string };

export type Answer = {
  status: number;
  headers: Record<string, string>;
  text: string;
  /** False when the suite stopped waiting before the answer was over. */
  ended: boolean;
  /** From the request to the end of the answer. */
  milliseconds: number;
};

/** One request and what came back. */
export type Exchange = { request: SentRequest; answer: Answer };

/** Thrown when a request has no answer at all. */
export class NoAnswerError extends Error {
  override readonly name = 'NoAnswerError';
  readonly request: SentRequest;

  constructor(request: SentRequest, reason: string) {
    super(reason);
    this.request = request;
  }
}

/** The answer as JSON, or undefined when it is none. */
export function jsonOf({ answer }: Exchange): unknown {
  try {
    return JSON.parse(answer.text);
  } catch {
    return undefined;
  }
}

/** The answer as a JSON object; an empty one when it is something else. */
export function objectOf(exchange: Exchange): Record<string, unknown> {
  return asObject(jsonOf(exchange));
}

export function asObject(value: unknown): Record<string, unknown> {
  return isJSONObject(value) ? value : {};
}

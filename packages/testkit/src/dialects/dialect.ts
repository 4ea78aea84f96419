import type { RecordedRequest, ScriptedDialect, ScriptedRequest } from '@posthouse/runtime/scripted';
import type { ScriptedAnswer, ScriptedEvent } from '@posthouse/runtime/scripted/playing';
import type { ServerSentEvent } from './server-sent-event.ts';
import type { JsonObject } from './json-reader.ts';

/** One wire format, as pure functions: from a body to the request every script sees, and from an answer to the wire. */
export interface Dialect {
  readonly name: Exclude<ScriptedDialect, 'in-process'>;
  /** Below `/v1`. */
  readonly path: string;
  /** The response header in which the provider names the request. */
  readonly requestIdHeader: string;
  /** Throws `BadRequest`. Dialects that let a body refer to earlier answers look them up in `replies`. */
  parseRequest(body: JsonObject, replies: readonly Reply[]): ParsedRequest;
  /** Why this dialect has no way to say this answer, if so. */
  findUnsayable(reply: Reply): string | undefined;
  encodeBody(reply: Reply): unknown;
  /** A function from the answer's events, in order, to what is sent for each. */
  encodeStream(reply: Reply): (event: ScriptedEvent) => ServerSentEvent[];
  encodeError(error: DialectError): unknown;
  encodeErrorEvent(error: DialectError): ServerSentEvent;
}

/** What a body says, without what surrounds it. */
export type ParsedRequest = Pick<
  ScriptedRequest,
  'model' | 'stream' | 'system' | 'messages' | 'tools' | 'toolChoice' | 'responseFormat'
>;

/** A request and the answer it gets. */
export interface Reply {
  readonly request: RecordedRequest;
  readonly answer: ScriptedAnswer;
}

export interface DialectError {
  readonly status: number;
  readonly message: string;
}

/** Seconds since 1970, as OpenAI dates things. */
export function createdAt({ request }: Reply): number {
  return Math.floor(request.receivedAt.getTime() / 1000);
}

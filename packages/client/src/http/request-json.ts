import { type Parsed, parseJSON } from '@posthouse/protocol/light';
import type { Connection } from './connection.ts';
import { openRequest } from './open-request.ts';
import { readRefusal } from './read-refusal.ts';
import { type Request, toRequestName } from './request.ts';
import { RequestError } from './request-error.ts';

/** Anything that reads a wire type, such as a codec of the protocol. */
export type Reader<Value> = { parse(input: unknown): Parsed<Value> };

/** Sends a request once and gives its answer as JSON. */
export async function requestJSON(connection: Connection, request: Request): Promise<unknown> {
  const open = await openRequest(connection, {
    ...request,
    headers: { Accept: 'application/json', ...request.headers },
  });
  try {
    if (!open.response.ok) throw await readRefusal(open, toRequestName(request));
    const text = await open.within(open.response.text());
    return understand(request, open.response.status, () => parseJSON(text));
  } finally {
    open.close();
  }
}

/** An answer in the shape that the protocol gives it. */
export function readAnswer<Value>(request: Request, answer: unknown, reader: Reader<Value>): Value {
  return understand(request, 200, () => reader.parse(answer).value);
}

function understand<Value>(request: Request, status: number, read: () => Value): Value {
  try {
    return read();
  } catch (cause) {
    const name = toRequestName(request);
    throw new RequestError({
      request: name,
      status,
      code: 'not_a_mail_server',
      message: `${name} got an answer that is not from a MAIL server: ${cause instanceof Error ? cause.message : String(cause)}`,
      cause,
    });
  }
}

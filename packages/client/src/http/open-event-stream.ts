import type { Connection } from './connection.ts';
import { type OpenRequest, openRequest } from './open-request.ts';
import { readRefusal } from './read-refusal.ts';
import { type Request, toRequestName } from './request.ts';
import { RequestError } from './request-error.ts';

/** Sends a request once, whose answer is a stream of events. The time of the request is the time until it begins. */
export async function openEventStream(connection: Connection, request: Request): Promise<OpenRequest> {
  const headers = { Accept: 'text/event-stream', ...request.headers };
  const open = await openRequest(connection, { ...request, headers });
  try {
    if (!open.response.ok) throw await readRefusal(open, toRequestName(request));
    const contentType = open.response.headers.get('content-type') ?? '';
    if (!/^text\/event-stream\b/i.test(contentType.trim()))
      throw notAStream(request, open.response.status, contentType);
    return open;
  } catch (error) {
    open.close();
    throw error;
  }
}

function notAStream(request: Request, status: number, contentType: string): RequestError {
  const name = toRequestName(request);
  return new RequestError({
    request: name,
    status,
    code: 'not_a_mail_server',
    message: `${name} was answered with ${contentType === '' ? 'no content type' : contentType} instead of an event stream`,
  });
}

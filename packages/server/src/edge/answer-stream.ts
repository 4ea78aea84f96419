import type { ServerResponse } from 'node:http';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import { EventConnection } from '@posthouse/chat';

// Where an answer has no body and nobody has looked, the adaptor takes a shortcut that would end this one.
void RESPONSE_ALREADY_SENT.body;

/**
 * Lets an event stream write itself into its connection, once everybody has had their say about its head. The adaptor would
 * keep the request, the answer and a reader of its body for as long as the stream is open.
 */
export function answerStream(
  response: Response,
  { outgoing, stream }: { outgoing: ServerResponse; stream?: ReadableStream<Uint8Array> },
): Response {
  // Something may have gone wrong after the stream was made.
  const connection = stream === undefined || response.body !== stream ? undefined : EventConnection.of(stream);
  if (connection === undefined || outgoing.headersSent) return response;
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  outgoing.flushHeaders();
  connection.answer();
  return RESPONSE_ALREADY_SENT;
}

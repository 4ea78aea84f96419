import type { Outgoing } from '@posthouse/chat';
import type { Context } from 'hono';
import type { AppEnv } from '../edge/app-env.ts';

/** An answer that is a stream of MAIL frames. `toBody` is not called when only the headers are asked for. */
export function answerEventStream(
  c: Context<AppEnv>,
  taskId: string,
  toBody: (outgoing: Outgoing | undefined) => ReadableStream<Uint8Array> | Uint8Array,
): Response {
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-cache, no-transform',
    Connection: 'keep-alive',
    'X-Accel-Buffering': 'no',
    'X-Task-Id': toHeaderText(taskId),
  };
  if (c.req.method === 'HEAD') return c.body(null, 200, headers);
  const body = toBody(c.env?.outgoing);
  if (c.env !== undefined && body instanceof ReadableStream) c.env.stream = body;
  return c.body(body as ReadableStream<Uint8Array>, 200, headers);
}

/** Callers choose task ids freely; headers are less free. */
function toHeaderText(text: string): string {
  return /^[\x21-\x7e]+$/.test(text) ? text : encodeURIComponent(text.toWellFormed());
}

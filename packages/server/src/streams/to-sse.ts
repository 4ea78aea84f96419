import {
  type FrameContext,
  type LogEntry,
  type MAILFrame,
  mailFrameWire,
  toMailFrames,
  toTimestamp,
} from '@posthouse/protocol';
import type { TokenEvent } from '@posthouse/runtime';

/** A frame as MAIL writes it: CRLF, one line of JSON, and an id when the log has a place for it. */
function toSSE(frame: MAILFrame): Uint8Array {
  const { event, id, data } = mailFrameWire.emitTrusted(frame);
  return toBytes(`${id === undefined ? '' : `id: ${id}\r\n`}event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`);
}

/** The frames of an entry; nothing when MAIL does not show it. */
export function toEntrySSE(entry: LogEntry, context: FrameContext): Uint8Array | undefined {
  const frames = toMailFrames(entry, context).map(toSSE);
  return frames.length <= 1 ? frames[0] : Buffer.concat(frames);
}

/** A piece of text that is being written. It has no id: whoever comes back gets it again, or the entry that records it. */
export function toTokenSSE(token: TokenEvent, { taskId }: FrameContext): Uint8Array {
  const { agent, turn, attempt, part, kind, offset, delta } = token;
  // Written out instead of taken through the codec, because nothing is sent as often; a test compares the two.
  const data = { task_id: taskId, agent, turn, attempt, part, kind, offset, delta };
  return toBytes(`event: token\r\ndata: ${JSON.stringify(data)}\r\n\r\n`);
}

/** Where the run stands in the queue. It has no id either: the place passes. */
export function toQueuedSSE(place: number, { taskId }: FrameContext): Uint8Array {
  return toSSE({ event: 'queued', data: { taskId, place } });
}

export function toPingSSE(taskId: string): Uint8Array {
  return toSSE({ event: 'ping', data: { timestamp: toTimestamp(new Date()), taskId } });
}

/** The last frame of a stream that ends before its run does. */
export function toTimeoutSSE(taskId: string): Uint8Array {
  const data = { timestamp: toTimestamp(new Date()), taskId, response: 'The task timed out.' };
  return toSSE({ event: 'task_error', data: { ...data, status: 'error', code: 'task_timeout' } });
}

/** The last frame of a stream whose server goes away. The run goes on elsewhere, or here when it is back. */
export function toShutdownSSE(taskId: string): Uint8Array {
  const description = 'the server is shutting down; the run continues, reconnect with the last id';
  return toSSE({
    event: 'shutdown_requested',
    data: { timestamp: toTimestamp(new Date()), description, taskId, extraData: {} },
  });
}

/** A task that could not be continued, as a stream of one frame. */
export function toFailureSSE(taskId: string, response: string, code: string): Uint8Array {
  const data = { timestamp: toTimestamp(new Date()), taskId, response, status: 'error' as const, code };
  return toSSE({ event: 'task_error', data });
}

function toBytes(text: string): Uint8Array {
  return Buffer.from(text, 'utf8');
}

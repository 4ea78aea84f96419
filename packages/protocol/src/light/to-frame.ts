import type { MAILFrame } from '../frames/mail-frame.ts';
import { parseJSON } from '../json.ts';
import { mailFrameWire } from './wire-types.ts';

/** One event of a stream, as it came. */
export type StreamEvent = { event?: string | undefined; data: string; id?: string | undefined };

export type EndFrame = Extract<MAILFrame, { event: 'task_complete' | 'task_error' }> & { data: { response: string } };

/** An event as a frame; undefined for events that the protocol does not know. Throws if the frame is invalid. */
export function toFrame({ event = 'message', data, id }: StreamEvent): MAILFrame | undefined {
  if (!mailFrameWire.tags.includes(event)) return undefined;
  return mailFrameWire.parse({ event, data: parseJSON(data), id }).value;
}

/** Whether a frame ends a run or pauses it. A frame about the past has the same name, but no response. */
export function isEnd(frame: MAILFrame): frame is EndFrame {
  return (frame.event === 'task_complete' || frame.event === 'task_error') && frame.data.response !== undefined;
}

import type { MAILFrame } from '../frames/mail-frame.ts';
import { parseJSON } from '../json.ts';
import { mailFrameWire } from './wire-types.ts';

/** One event of a stream, as it came. */
export type StreamEvent = { event?: string | undefined; data: string; id?: string | undefined };

export type EndFrame = Extract<MAILFrame, { event: 'task_complete' | 'task_error' }> & { data: { response: string } };

/** An event as the frame that it is; undefined for one that the protocol does not know. Throws what is wrong with it. */
export function toFrame({ event = 'message', data, id }: StreamEvent): MAILFrame | undefined {
  if (!mailFrameWire.tags.includes(event)) return undefined;
  return mailFrameWire.parse({ event, data: parseJSON(data), id }).value;
}

/** Whether a frame ends a run or pauses it. One that only tells of the past has the same name, but no response. */
export function isEnd(frame: MAILFrame): frame is EndFrame {
  return (frame.event === 'task_complete' || frame.event === 'task_error') && frame.data.response !== undefined;
}

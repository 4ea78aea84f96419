import type { MAILFrame, MAILFrameName } from '@posthouse/protocol';
import { mailFrameWire, parseJSON } from '@posthouse/protocol/light';
import type { ServerEvent } from '../sse/event-parser.ts';

export type EndFrame = Extract<MAILFrame, { event: 'task_complete' | 'task_error' }> & { data: { response: string } };

let knownNames: ReadonlySet<string> | undefined;

/** An event as the frame that it is; undefined for one that the protocol does not know. Throws what is wrong with it. */
export function toFrame({ event, data, id }: ServerEvent): MAILFrame | undefined {
  if (!isKnown(event)) return undefined;
  return mailFrameWire.parse({ event, data: parseJSON(data), ...(id === undefined ? {} : { id }) }).value;
}

function isKnown(event: string): event is MAILFrameName {
  knownNames ??= new Set(mailFrameWire.tags);
  return knownNames.has(event);
}

/** Whether a frame ends a run or pauses it. One that only tells of the past has the same name, but no response. */
export function isEnd(frame: MAILFrame): frame is EndFrame {
  return (frame.event === 'task_complete' || frame.event === 'task_error') && frame.data.response !== undefined;
}

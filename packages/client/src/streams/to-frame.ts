import type { MAILFrame, MAILFrameName } from '@posthouse/protocol';
import { mailFrameWire, parseJSON } from '@posthouse/protocol/light';
import type { ServerEvent } from '../sse/event-parser.ts';

export type TokenFrame = Extract<MAILFrame, { event: 'token' }>;
export type EndFrame = Extract<MAILFrame, { event: 'task_complete' | 'task_error' }> & { data: { response: string } };

let knownNames: ReadonlySet<string> | undefined;

/** An event as the frame that it is; undefined for one that the protocol does not know. Throws what is wrong with it. */
export function toFrame({ event, data, id }: ServerEvent): MAILFrame | undefined {
  if (!isKnown(event)) return undefined;
  const value = parseJSON(data);
  if (event === 'token') {
    const token = toToken(value);
    if (token !== undefined) return token;
  }
  return mailFrameWire.parse({ event, data: value, ...(id === undefined ? {} : { id }) }).value;
}

function isKnown(event: string): event is MAILFrameName {
  knownNames ??= new Set(mailFrameWire.tags);
  return knownNames.has(event);
}

/** A token without the detour over the schema, because there are so many of them. What looks odd takes the detour. */
function toToken(value: unknown): TokenFrame | undefined {
  const { task_id, agent, turn, attempt, part, kind, offset, delta } = (value ?? {}) as Record<string, unknown>;
  const texts = [task_id, agent, kind, delta];
  const numbers = [turn, attempt, part, offset];
  if (!texts.every((text) => typeof text === 'string') || !numbers.every(Number.isInteger)) return undefined;
  const token = { taskId: task_id, agent, turn, attempt, part, kind, offset, delta } as TokenFrame['data'];
  return { event: 'token', data: token };
}

/** Whether a frame ends a run or pauses it. One that only tells of the past has the same name, but no response. */
export function isEnd(frame: MAILFrame): frame is EndFrame {
  return (frame.event === 'task_complete' || frame.event === 'task_error') && frame.data.response !== undefined;
}

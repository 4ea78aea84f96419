import type { MAILFrame } from '@posthouse/protocol';

/** The frames of a task as they come. Nothing is sent before the first one is asked for; whoever stops asking hangs up. */
export type FrameStream = AsyncGenerator<MAILFrame, void, undefined> & {
  /** Known from the start, so that the task can be cancelled or followed from elsewhere. */
  readonly taskId: string;
};

export function toFrameStream(frames: AsyncGenerator<MAILFrame, void, undefined>, taskId: string): FrameStream {
  return Object.assign(frames, { taskId });
}

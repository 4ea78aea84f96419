import type { MAILFrame, Telling } from '@posthouse/protocol';

/** What happens in a task, as it comes. Nothing is sent before the first is asked for; whoever stops asking hangs up. */
type TaskStream<Item> = AsyncGenerator<Item, void, undefined> & {
  /** Known from the start, so that the task can be cancelled or followed from elsewhere. */
  readonly taskId: string;
};

/** A task as MAIL's frames. */
export type FrameStream = TaskStream<MAILFrame>;

/** A run, as tellings. */
export type TellingStream = TaskStream<Telling>;

export function toTaskStream<Item>(items: AsyncGenerator<Item, void, undefined>, taskId: string): TaskStream<Item> {
  return Object.assign(items, { taskId });
}

import type { RunEvent } from '@posthouse/protocol';
import type { Engine, QueuePlace } from '@posthouse/runtime';
import type { Store, Task } from '@posthouse/store';
import type { FeedBatch, FeedSource, FeedFollowOptions } from './feed-source.ts';
import { OpenTexts } from './open-texts.ts';

/** Where tasks are read from. */
export type TaskAccess = { engine: Pick<Engine, 'follow' | 'stopping'>; store: Pick<Store, 'read' | 'find'> };

/** The log of a task. */
export class TaskSource implements FeedSource<RunEvent> {
  readonly #place: TaskAccess;
  readonly task: Task;

  constructor(place: TaskAccess, task: Task) {
    this.#place = place;
    this.task = task;
  }

  get head(): number {
    return this.task.head;
  }

  async now(): Promise<TaskSource> {
    const { owner, taskId } = this.task;
    return new TaskSource(this.#place, (await this.#place.store.find(owner, taskId)) ?? this.task);
  }

  read(after: number, limit: number, maxBytes: number): Promise<{ entries: readonly RunEvent[]; head: number }> {
    return this.#place.store.read(this.task.key, after, limit, maxBytes);
  }

  follow({ onToken, ...options }: FeedFollowOptions<RunEvent>): AsyncIterable<FeedBatch<RunEvent>> {
    const onQueued = (place: QueuePlace): void => onToken({ type: 'queued', ...place });
    return this.#place.engine.follow(this.task, { ...options, onToken, onQueued });
  }

  openTexts(): OpenTexts {
    return new OpenTexts();
  }
}

import type { Encoding, Wish } from '@posthouse/chat';
import type { Task } from '@posthouse/store';
import type { RunWatch } from './run-watch.ts';
import { toEntrySSE, toShutdownSSE, toTokenSSE } from './to-sse.ts';

/** A task as MAIL frames. Each stands for itself, so there is nothing to remember. */
export function toMAILEncoding({ key, taskId, owner: { swarm } }: Task, tokens: boolean): Encoding<undefined> {
  const context = { taskId, swarm };
  return {
    id: `mail ${tokens ? 'text' : 'log'} ${key}`,
    tokens,
    start: undefined,
    encode: (state, event) => ({
      state,
      bytes: event.type === 'token' ? toTokenSSE(event, context) : toEntrySSE(event, context),
    }),
    toShutdown: () => toShutdownSSE(taskId),
  };
}

/** What a watch lets through, until it rests. */
export function toMAILWish(watch: RunWatch): Wish<undefined> {
  return {
    select: (pieces, isEnd) => watch.take(pieces, isEnd),
    isOver: (_, isEnd) => watch.over || (isEnd && watch.resting),
  };
}

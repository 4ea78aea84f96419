import { PosthouseError } from '@posthouse/protocol';
import type { TaskKey } from './task.ts';

/** The writer is no longer the one who may write. */
export function fenced(task: TaskKey, expected: number, actual: number): PosthouseError {
  return new PosthouseError({
    code: 'fenced',
    message: `task ${task} is at epoch ${actual}, the write expects ${expected}: another process has taken it over`,
  });
}

/** The task is not as the writer saw it. */
export function stale(task: TaskKey, reason: string): PosthouseError {
  return new PosthouseError({ code: 'stale', message: `task ${task} has moved on: ${reason}` });
}

export function taskNotFound(task: TaskKey): PosthouseError {
  return new PosthouseError({
    code: 'task_not_found',
    message: `this store has no task with the key ${JSON.stringify(task)}`,
  });
}

/** There was such a task, or such a session, and it was deleted. */
export function deleted(what: string): PosthouseError {
  return new PosthouseError({ code: 'task_deleted', message: `${what} was deleted` });
}

/** The same, for somebody who has its key. */
export function taskDeleted(task: TaskKey): PosthouseError {
  return deleted(`the task with the key ${JSON.stringify(task)}`);
}

/** Somebody sends again what was sent to a task that was deleted. */
export function keyDeleted(): PosthouseError {
  return new PosthouseError({
    code: 'task_deleted',
    message: 'the task in which this idempotency key was used was deleted; send new messages with a new key',
  });
}

/** Something of that name is here, and a copy must not take its place. */
export function exists(what: string): PosthouseError {
  return new PosthouseError({ code: 'task_exists', message: `${what} already exists` });
}

/** The store has been disposed of. */
export function closed(): PosthouseError {
  return new PosthouseError({ code: 'unavailable', message: 'the store is closed' });
}

/** The record is not the one the writer saw. */
export function recordMoved({ kind, id, expected }: { kind: string; id: string; expected: number }): PosthouseError {
  const seen = expected === 0 ? 'it does not exist' : `its version is ${expected}`;
  return new PosthouseError({
    code: 'stale',
    message: `the ${kind} ${JSON.stringify(id)} has changed: the write expects that ${seen}`,
  });
}

/** Somebody else has written to the message, or has called another one so. */
export function transcriptMoved(message: number, after: number): PosthouseError {
  return new PosthouseError({
    code: 'stale',
    message: `message ${message} of the transcript has changed: the write expects ${after} lines, and an id of its own`,
  });
}

/** The session is not the one the writer saw. */
export function sessionMoved(id: string, expected: number): PosthouseError {
  const seen = expected === 0 ? 'it does not exist' : `its version is ${expected}`;
  return new PosthouseError({
    code: 'stale',
    message: `the session ${JSON.stringify(id)} has changed: the write expects that ${seen}`,
  });
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';

const catching = new AsyncLocalStorage<(child: ChildProcess) => void>();
let isSubscribed = false;

/**
 * Runs something that starts a process without letting anybody know which, and tells which it was. A package that keeps
 * its process to itself can be asked to end it, but whether it is gone can only be seen by its id.
 */
export function catchChild<Result>(action: () => Result, onChild: (child: ChildProcess) => void): Result {
  if (!isSubscribed) {
    isSubscribed = true;
    // Node announces every process it starts here, in the context of whoever starts it.
    subscribe('child_process', (message) => catching.getStore()?.((message as { process: ChildProcess }).process));
  }
  return catching.run(onChild, action);
}

import { PosthouseError } from '@posthouse/protocol';
import type { Store } from '@posthouse/store';
import type { WorkMetrics } from './work-metrics.ts';

/**
 * The same store, with every commit counted. Whatever a process does to tasks passes here, so nothing else has to know
 * that it is being watched.
 */
export function observeStore(store: Store, work: WorkMetrics): Store {
  let node: string | undefined;
  return {
    records: store.records,
    sessions: store.sessions,
    transcripts: store.transcripts,
    spending: store.spending,
    deletions: store.deletions,
    archive: store.archive,
    async commit(write) {
      if (write.claim !== undefined) node = write.claim;
      const start = performance.now();
      const seconds = (): number => (performance.now() - start) / 1000;
      try {
        const committed = await store.commit(write);
        work.committed(write, committed, { seconds: seconds(), node });
        return committed;
      } catch (error) {
        work.refused(PosthouseError.isInstance(error) ? error.code : 'internal', write, seconds());
        throw error;
      }
    },
    async claim(name, swarms, max) {
      node = name;
      const tasks = await store.claim(name, swarms, max);
      for (const task of tasks) work.owns(task, node);
      return tasks;
    },
    async release(task, epoch) {
      const released = await store.release(task, epoch);
      if (released) work.released(task);
      return released;
    },
    saveLive: (texts) => store.saveLive(texts),
    read: (...given) => store.read(...given),
    changes: (signal) => store.changes(signal),
    find: (owner, taskId) => store.find(owner, taskId),
    aged: (after, before) => store.aged(after, before),
    swarms: () => store.swarms(),
    list: (owner, before, limit) => store.list(owner, before, limit),
    paused: (scope, before, limit) => store.paused(scope, before, limit),
    load: (task) => store.load(task),
    history: (task, agent) => store.history(task, agent),
    turns: (task, beforeRun) => store.turns(task, beforeRun),
    heartbeat: (name) => store.heartbeat(name),
    nodes: () => store.nodes(),
    leave: (name) => store.leave(name),
    [Symbol.asyncDispose]: () => store[Symbol.asyncDispose](),
  };
}

import type { Store } from '@posthouse/store';

/**
 * The store as seen over a network: every answer takes a while, and only commits keep their order. Deterministic, as far
 * as the event loop is.
 */
export function slowStore(store: Store, seed: number): Store {
  const random = lehmer(seed);
  const travel = async (): Promise<void> => {
    const ticks = random() % 6;
    for (let tick = 0; tick < ticks; tick += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const slowly = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    await travel();
    try {
      return await work();
    } finally {
      await travel();
    }
  };
  let line: Promise<unknown> = Promise.resolve();
  return {
    commit: async (write) => {
      // Sent at once, so that later changes to it do no harm; applied when it is its turn.
      const sent = structuredClone(write);
      const applied = line.then(travel).then(() => store.commit(sent));
      line = applied.catch(() => undefined);
      return slowly(() => applied);
    },
    saveLive: (texts) => slowly(() => store.saveLive(texts)),
    claim: (node, swarms, max) => slowly(() => store.claim(node, swarms, max)),
    release: (task, epoch) => slowly(() => store.release(task, epoch)),
    heartbeat: (node) => slowly(() => store.heartbeat(node)),
    leave: (node) => slowly(() => store.leave(node)),
    read: (...given) => slowly(() => store.read(...given)),
    find: (owner, taskId) => slowly(() => store.find(owner, taskId)),
    aged: (after, before) => slowly(() => store.aged(after, before)),
    swarms: () => slowly(() => store.swarms()),
    list: (owner, before, limit) => slowly(() => store.list(owner, before, limit)),
    paused: (scope, before, limit) => slowly(() => store.paused(scope, before, limit)),
    load: (task) => slowly(() => store.load(task)),
    history: (task, agent) => slowly(() => store.history(task, agent)),
    turns: (task, beforeRun) => slowly(() => store.turns(task, beforeRun)),
    nodes: () => slowly(() => store.nodes()),
    changes: (signal) => store.changes(signal),
    records: {
      get: (kind, id) => slowly(() => store.records.get(kind, id)),
      list: (kind, options) => slowly(() => store.records.list(kind, options)),
      put: (kind, id, value, options) => slowly(() => store.records.put(kind, id, value, options)),
      delete: (kind, id) => slowly(() => store.records.delete(kind, id)),
    },
    sessions: {
      get: (owner, id) => slowly(() => store.sessions.get(owner, id)),
      list: (owner, options) => slowly(() => store.sessions.list(owner, options)),
      aged: (before, limit) => slowly(() => store.sessions.aged(before, limit)),
      unfinished: () => slowly(() => store.sessions.unfinished()),
      put: (session, options) => slowly(() => store.sessions.put(session, options)),
      delete: (owner, id, options) => slowly(() => store.sessions.delete(owner, id, options)),
    },
    deletions: {
      bury: (task, options) => slowly(() => store.deletions.bury(task, options)),
      erase: (first) => slowly(() => store.deletions.erase(first)),
      isErased: (tasks) => slowly(() => store.deletions.isErased(tasks)),
      due: (limit) => slowly(() => store.deletions.due(limit)),
      told: (key, later) => slowly(() => store.deletions.told(key, later)),
      hasKey: (owner, key) => slowly(() => store.deletions.hasKey(owner, key)),
      lift: (what) => slowly(() => store.deletions.lift(what)),
      recordUser: (...given) => slowly(() => store.deletions.recordUser(...given)),
      records: (options) => slowly(() => store.deletions.records(options)),
    },
    archive: store.archive,
    spending: {
      forget: (caller) => slowly(() => store.spending.forget(caller)),
      begin: (...given) => slowly(() => store.spending.begin(...given)),
      add: (...given) => slowly(() => store.spending.add(...given)),
      sum: (scope, options) => slowly(() => store.spending.sum(scope, options)),
      list: (scope, limit) => slowly(() => store.spending.list(scope, limit)),
    },
    transcripts: {
      append: (given) => slowly(() => store.transcripts.append(given)),
      read: (name, message, options) => slowly(() => store.transcripts.read(name, message, options)),
      messages: (name, from, to) => slowly(() => store.transcripts.messages(name, from, to)),
      find: (name, id) => slowly(() => store.transcripts.find(name, id)),
      head: (name) => slowly(() => store.transcripts.head(name)),
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function lehmer(seed: number): () => number {
  let state = (Math.abs(seed) % 2_147_483_646) + 1;
  return () => (state = (state * 48_271) % 2_147_483_647);
}

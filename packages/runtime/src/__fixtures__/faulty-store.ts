import type { Store } from '@posthouse/store';
import { type Fuse, never } from './fuse.ts';

/**
 * The store as one process sees it that may die right before a write (it never arrives) or right after (it is applied,
 * and nobody hears of it). The store behind it lives on for whoever comes next.
 */
export function faultyStore(store: Store, fuse: Fuse): Store {
  const write = async <Result>(name: string, apply: () => Promise<Result>): Promise<Result> => {
    if (!fuse.survives(`before ${name}`)) return never();
    if (fuse.frozen) await fuse.thawed();
    if (fuse.meanwhile !== undefined) await fuse.meanwhile(name);
    const applied = apply();
    if (!fuse.survives(`after ${name}`)) {
      applied.catch(() => undefined);
      return never();
    }
    return hear(applied);
  };
  const hear = async <Result>(answer: Promise<Result>): Promise<Result> => {
    try {
      return await answer;
    } finally {
      if (fuse.dead) await never();
    }
  };
  const read = async <Result>(look: () => Promise<Result>): Promise<Result> => {
    if (fuse.frozen) await fuse.thawed();
    return fuse.dead ? never() : hear(look());
  };

  return {
    commit: (request) => write(`commit of ${toOutline(request.entries)}`, () => store.commit(request)),
    saveLive: (texts) => write('saving live text', () => store.saveLive(texts)),
    claim: (node, swarms, max) => write('claim', () => store.claim(node, swarms, max)),
    release: (task, epoch) => write('release', () => store.release(task, epoch)),
    heartbeat: (node) => read(() => store.heartbeat(node)),
    leave: (node) => read(() => store.leave(node)),
    nodes: () => read(() => store.nodes()),
    read: (...given) => read(() => store.read(...given)),
    find: (owner, taskId) => read(() => store.find(owner, taskId)),
    aged: (after, before) => read(() => store.aged(after, before)),
    swarms: () => read(() => store.swarms()),
    list: (owner, before, limit) => read(() => store.list(owner, before, limit)),
    paused: (scope, before, limit) => read(() => store.paused(scope, before, limit)),
    load: (task) => read(() => store.load(task)),
    history: (task, agent) => read(() => store.history(task, agent)),
    turns: (task, beforeRun) => read(() => store.turns(task, beforeRun)),
    changes: (signal) => store.changes(signal),
    records: {
      get: (kind, id) => read(() => store.records.get(kind, id)),
      list: (kind, options) => read(() => store.records.list(kind, options)),
      put: (kind, id, value, options) => write('putting a record', () => store.records.put(kind, id, value, options)),
      delete: (kind, id) => write('deleting a record', () => store.records.delete(kind, id)),
    },
    sessions: {
      get: (owner, id) => read(() => store.sessions.get(owner, id)),
      list: (owner, options) => read(() => store.sessions.list(owner, options)),
      aged: (before, limit) => read(() => store.sessions.aged(before, limit)),
      unfinished: () => read(() => store.sessions.unfinished()),
      put: (session, options) => write('putting a session', () => store.sessions.put(session, options)),
      delete: (owner, id, options) => write('deleting a session', () => store.sessions.delete(owner, id, options)),
    },
    deletions: {
      bury: (task, options) => write('burying a task', () => store.deletions.bury(task, options)),
      erase: (first) => write('erasing', () => store.deletions.erase(first)),
      isErased: (tasks) => read(() => store.deletions.isErased(tasks)),
      due: (limit) => write('taking notices', () => store.deletions.due(limit)),
      told: (key, later) => write('telling', () => store.deletions.told(key, later)),
      hasKey: (owner, key) => read(() => store.deletions.hasKey(owner, key)),
      lift: (what) => write('lifting a tombstone', () => store.deletions.lift(what)),
      recordUser: (...given) => write('recording a deletion', () => store.deletions.recordUser(...given)),
      records: (options) => read(() => store.deletions.records(options)),
    },
    archive: store.archive,
    spending: {
      forget: (caller) => write('forgetting what was spent', () => store.spending.forget(caller)),
      begin: (...given) => write('noting a call', () => store.spending.begin(...given)),
      add: (...given) => write('adding to what was spent', () => store.spending.add(...given)),
      sum: (scope, options) => read(() => store.spending.sum(scope, options)),
      list: (scope, limit) => read(() => store.spending.list(scope, limit)),
    },
    transcripts: {
      append: (given) => write('adding to a transcript', () => store.transcripts.append(given)),
      read: (name, message, options) => read(() => store.transcripts.read(name, message, options)),
      messages: (name, from, to) => read(() => store.transcripts.messages(name, from, to)),
      find: (name, id) => read(() => store.transcripts.find(name, id)),
      head: (name) => read(() => store.transcripts.head(name)),
    },
    [Symbol.asyncDispose]: async () => undefined,
  };
}

function toOutline(entries: readonly { type: string; agent?: string }[]): string {
  return (
    entries.map(({ type, agent }) => (agent === undefined ? type : `${agent}'s ${type}`)).join(', ') || 'no entries'
  );
}

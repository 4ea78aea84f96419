import { newId } from '@posthouse/protocol';
import type { Archive, TaskPart } from '../archive.ts';
import { deleted, exists, taskNotFound } from '../refusals.ts';
import { toSessionColumns } from '../session-row.ts';
import type { TaskKey } from '../task.ts';
import { toTaskNumber } from '../task-key.ts';
import { COPYING_MILLISECONDS, sessionGraveOf } from '../tombstone.ts';
import { encodeWrite } from '../write/encode-write.ts';
import { toTask } from '../write/stored-task.ts';
import { commitWrite } from './commit-write.ts';
import type { DatabaseAccess } from './workplace.ts';

/** Copying in SQLite. Each piece takes the place of an ordinary write, and a short one. */
export function sqliteArchive({ place, snapshot, write }: DatabaseAccess): Archive {
  const { tables, cache, changed, now } = place;
  const time = () => ({ change: place.change, now: now(), until: now() + COPYING_MILLISECONDS });

  function addPart(key: TaskKey, { entries = [], turns = [], mail = [], keys = [] }: TaskPart): void {
    if (!tables.archive.isCopy(key)) throw taskNotFound(key);
    const id = toTaskNumber(key);
    for (const entry of entries) tables.archive.addEntry(key, entry);
    for (const turn of turns) tables.turn.write(id, turn, JSON.stringify(turn.data));
    for (const each of mail) tables.mail.put(id, each, JSON.stringify(each.message));
    // Nobody can tell what a digest was made from, so such a key is as good as new here.
    for (const { name, ...written } of keys) if (typeof name === 'string') tables.once.record(id, name, written);
  }

  return {
    snapshot: async (key) =>
      snapshot(() => {
        const state = tables.task.get(key);
        const id = toTaskNumber(key);
        return {
          task: toTask(state),
          mail: tables.mail.all(id),
          live: tables.liveText.all(id),
          turns: [
            ...tables.turn.open(id),
            ...(state.openRun === null ? [] : tables.archive.turnsSince(key, state.openRun)),
          ],
        };
      }),

    turns: async (key, page) =>
      snapshot(() => {
        tables.task.get(key);
        return tables.archive.turns(key, page);
      }),

    keys: async (key, { after, limit }) =>
      snapshot(() => {
        tables.task.get(key);
        return tables.archive.keys(key, typeof after === 'string' ? after : undefined, limit);
      }),

    lines: async (transcript, page) => snapshot(() => tables.archive.lines(transcript, page)),

    beginTask: (owner) => write(() => tables.archive.begin(owner, newId(), {}, time())),
    addToTask: (copy, part) => write(() => addPart(copy, part)),

    finishTask: (copy, name, { task, write: last }) => {
      const encoded = last === undefined ? undefined : encodeWrite({ ...last, task: copy });
      return write(() => {
        if (tables.task.named(name.owner, name.taskId) !== undefined) throw exists(`task '${name.taskId}'`);
        if (!tables.archive.isCopy(copy)) throw taskNotFound(copy);
        tables.archive.finish(copy, name, task, place.change);
        if (encoded !== undefined) commitWrite(place, encoded);
        tables.archive.rest(copy);
        cache.delete(copy);
        changed.add(copy);
        return toTask(tables.task.get(copy));
      });
    },

    beginTranscript: (transcript) =>
      write(() => {
        if (tables.transcript.head(transcript) > 0) throw exists('a transcript of that name');
        return tables.archive.begin({ swarm: '', role: 'transcript', id: '' }, newId(), { transcript }, time());
      }),

    addToTranscript: (name, lines) => write(() => lines.forEach((line) => tables.archive.addLine(name, line))),

    finishSession: (session, transcript) => {
      const { owner, id } = session;
      const columns = toSessionColumns(session);
      const times = { created: Date.parse(session.createdAt), updated: Date.parse(session.updatedAt) };
      return write(() => {
        if (tables.tombstone.has(sessionGraveOf(owner, id))) throw deleted(`session '${id}'`);
        if (tables.session.find(owner, id) !== undefined) throw exists(`session '${id}'`);
        tables.session.put(owner, id, columns, times);
        if (transcript !== undefined) tables.archive.remove(transcript);
      });
    },

    drop: (copy) => write(() => tables.archive.drop(copy)),
  };
}

import { originOf, RECORDED_MILLISECONDS } from '../deletion-record.ts';
import { stale } from '../refusals.ts';
import type { Deletions } from '../deletions.ts';
import type { TaskKey } from '../task.ts';
import { graveOf, KEPT_MILLISECONDS, sessionGraveOf, SWEEP, TELLING_MILLISECONDS, userHashOf } from '../tombstone.ts';
import { toTask } from '../write/stored-task.ts';
import type { FileWiper } from './file-wiper.ts';
import type { DatabaseAccess } from './workplace.ts';

/** How long one step may keep other writers waiting. */
const STEP_MILLISECONDS = 4;
const KEPT_AT_ONCE = 500;

/**
 * Deleting in SQLite. Erasing takes the place of an ordinary write each time, and a short one. There is no wiper for a
 * database in memory.
 */
export function sqliteDeletions({ place, read, write }: DatabaseAccess, wiper: FileWiper | undefined): Deletions {
  const { tables, cache, changed, now } = place;

  /** False when no tombstone has anything left in the tables. */
  function eraseRows(first: readonly TaskKey[]): boolean {
    const end = performance.now() + STEP_MILLISECONDS;
    do {
      const stone = tables.tombstone.first(first);
      if (stone === undefined) return false;
      const { id, remains } = stone;
      if (!tables.tombstone.eraseSome(id, remains)) {
        tables.tombstone.erased(id, remains, wiper === undefined ? now() + KEPT_MILLISECONDS : SWEEP.file);
      }
    } while (performance.now() < end);
    return true;
  }

  /** Those of which nothing is left in the file when the wiper is through: what is erased meanwhile waits for its next turn. */
  let wiping: number[] = [];

  async function wipeFile(file: FileWiper): Promise<boolean> {
    if (wiping.length === 0) wiping = read(() => tables.tombstone.unwiped());
    const outcome = read(() => file.step());
    if (outcome !== 'done') return outcome === 'more';
    const wiped = wiping.splice(0);
    while (wiped.length > 0) {
      const some = wiped.splice(0, KEPT_AT_ONCE);
      await write(() => some.forEach((id) => tables.tombstone.keep(id, now() + KEPT_MILLISECONDS)), 'normal');
    }
    return true;
  }

  return {
    async bury(task, { expect, notices, origin } = {}) {
      return write(() => {
        const before = typeof task === 'string' ? tables.task.get(task) : tables.task.named(task.owner, task.taskId);
        const time = { change: place.change, now: now() };
        if (before === undefined) {
          if (typeof task !== 'string') tables.tombstone.add(graveOf(task.owner, task.taskId), {}, time);
          return undefined;
        }
        if (expect !== undefined && expect.openRun !== before.openRun) {
          throw stale(before.key, `its open run is ${before.openRun}, the deletion expects ${expect.openRun}`);
        }
        const grave = graveOf(before.owner, before.taskId);
        tables.tombstone.buryKeys(before.key, before.owner);
        tables.tombstone.bury(before.key, grave, { notices }, time);
        const counts = { entries: before.head };
        const by = origin ?? originOf(before.owner);
        tables.deletion.add({ ...by, what: 'task', hash: grave.hash, counts }, time.now);
        cache.delete(before.key);
        changed.add(before.key);
        return toTask(before);
      });
    },

    async erase(first = []) {
      const sweeps = read(() => first.map((key) => tables.tombstone.sweepOf(key)));
      const isWaitedFor = sweeps.includes(SWEEP.file) && !sweeps.includes(SWEEP.rows);
      if (isWaitedFor && wiper !== undefined && (await wipeFile(wiper))) return true;
      // It can be done again, so nobody waits for the disk.
      if (read(() => tables.tombstone.isAny(SWEEP.rows))) {
        await write(() => eraseRows(first), 'normal');
        return true;
      }
      const recorded = now() - RECORDED_MILLISECONDS;
      if (read(() => tables.deletion.hasOld(recorded))) {
        await write(() => tables.deletion.removeOld(recorded), 'normal');
        return true;
      }
      if (read(() => tables.tombstone.hasOld(now()))) {
        await write(() => tables.tombstone.removeOld(now()), 'normal');
        return true;
      }
      // Last, because it is never done for long where something is deleted all the time.
      return wiper !== undefined && read(() => tables.tombstone.isAny(SWEEP.file)) && wipeFile(wiper);
    },

    hasKey: async (owner, key) => read(() => tables.tombstone.hasKey(owner, key)),

    lift: (what) =>
      write(() =>
        tables.tombstone.lift(
          'taskId' in what ? graveOf(what.owner, what.taskId) : sessionGraveOf(what.owner, what.sessionId),
        ),
      ),

    recordUser: (owner, origin, counts) =>
      write(() => {
        tables.deletion.forget(owner);
        tables.deletion.add({ ...origin, what: 'user', hash: userHashOf(owner), counts }, now());
      }),

    records: async ({ before = Number.MAX_SAFE_INTEGER, limit }) => read(() => tables.deletion.page(before, limit)),

    async isErased(tasks) {
      if (tasks !== undefined) {
        return read(() => tasks.every((key) => (tables.tombstone.sweepOf(key) ?? Infinity) > SWEEP.file));
      }
      return read(() => !tables.tombstone.isAny(SWEEP.rows) && !tables.tombstone.isAny(SWEEP.file));
    },

    async due(limit) {
      if (!read(() => tables.tombstone.hasDue(now()))) return [];
      return write(() => tables.tombstone.due(now(), now() + TELLING_MILLISECONDS, limit));
    },

    async told(key, later) {
      await write(() => tables.tombstone.told(key, { notices: later?.notices }, later?.due ?? null));
    },
  };
}

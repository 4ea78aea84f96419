import type { Session, Store } from '@posthouse/store';
import { findRuns, type FoundRun } from './find-runs.ts';
import { readLog } from './read-log.ts';
import { toPartings } from './session-ways.ts';
import { toChatId } from './user-entries.ts';

/** A place at which a conversation can go on in more than one way. */
export type BranchPlace = {
  /** The message at which the ways part. It has the same id on all of them. */
  messageId: string;
  /** The tasks in which the conversation goes on, oldest first. */
  branches: string[];
  /** Which of them it has taken. */
  current: number;
};

/** Where a conversation, as it stands, could have gone another way; from its beginning. */
export async function readBranches(store: Pick<Store, 'read' | 'find'>, session: Session): Promise<BranchPlace[]> {
  const { owner, agent: swarm } = session;
  const read = new Map<string, FoundRun[]>();
  const places: BranchPlace[] = [];
  for (const { taskId, beforeRun, ways, current } of toPartings(session)) {
    let runs = read.get(taskId);
    if (runs === undefined) {
      const task = await store.find({ swarm, ...owner }, taskId);
      runs = task === undefined ? [] : await findRuns(readLog(store, task.key));
      read.set(taskId, runs);
    }
    const [asked] = runs.find(({ run }) => run === beforeRun)?.messages ?? [];
    if (asked !== undefined) places.push({ messageId: toChatId(asked), branches: ways, current });
  }
  return places;
}

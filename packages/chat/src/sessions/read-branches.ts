import type { Session, Store } from '@posthouse/store';
import { findRun } from './find-runs.ts';
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
  const places: BranchPlace[] = [];
  for (const { taskId, beforeRun, ways, current } of toPartings(session)) {
    const task = await store.find({ swarm, ...owner }, taskId);
    if (task === undefined) continue;
    const parting = await findRun(store, task, (runs) => runs.find(({ run }) => run === beforeRun));
    const [asked] = parting?.messages ?? [];
    if (asked !== undefined) places.push({ messageId: toChatId(asked), branches: ways, current });
  }
  return places;
}

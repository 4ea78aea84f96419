import { type Instance, type JSONObject, PosthouseError } from '@posthouse/protocol';
import type { DeletionOrigin, Task, Tombstone } from '@posthouse/store';
import { workersOf } from '../task/letters/contributors.ts';
import type { Federation } from './federation.ts';
import { retryDelay } from './retry-delay.ts';

/** The tasks of a chat session that was deleted, which go with it. */
export type SessionNotices = { swarm: string; tasks: string[]; origin?: DeletionOrigin };

/** Who is still to be told that a task was deleted. The id is kept for that alone. */
export type DeletionNotices = { taskId: string; peers: string[]; since: number; failures: number };

/** The other swarms that hold a part of a task because we asked them; undefined when there are none. */
export function toDeletionNotices(task: Task, now: number): JSONObject | undefined {
  const peers = workersOf(task).filter((swarm) => swarm !== task.owner.swarm);
  if (peers.length === 0) return undefined;
  return { taskId: task.taskId, peers, since: now, failures: 0 } satisfies DeletionNotices;
}

/** The tasks that go with a chat session. */
export function tasksOf({
  owner,
  notices,
}: Tombstone): { owner: Instance; taskId: string; origin: DeletionOrigin | undefined }[] {
  const { swarm, tasks = [], origin } = notices as Partial<SessionNotices>;
  return swarm === undefined ? [] : tasks.map((taskId) => ({ owner: { ...owner, swarm }, taskId, origin }));
}

/**
 * Tells other swarms that a task was deleted; gives who is to be told later, and when. A server that does not speak our
 * additions to MAIL has no way to be told, and one that refuses is not asked again.
 */
export async function tellDeletion(
  { key, owner, notices }: Tombstone,
  { peers, policy }: Federation,
  { now, signal }: { now: () => number; signal: AbortSignal },
): Promise<{ notices: JSONObject; due: number } | undefined> {
  const { taskId = '', peers: names = [], since = 0, failures = 0 } = notices as Partial<DeletionNotices>;
  const left: string[] = [];
  for (const peer of names) {
    if (peers.list().find(({ name }) => name === peer)?.ours !== true) continue;
    try {
      await peers.forget({ swarm: owner.swarm, peer, taskId, key: `forget ${key}` }, signal);
    } catch (error) {
      if (!PosthouseError.isInstance(error) || error.retryable) left.push(peer);
    }
  }
  if (left.length === 0 || now() - since > policy.giveUpMs) return undefined;
  const delay = retryDelay(failures, policy, { random: Math.random() });
  const later: DeletionNotices = { taskId, peers: left, since, failures: failures + 1 };
  return { notices: later, due: now() + delay };
}

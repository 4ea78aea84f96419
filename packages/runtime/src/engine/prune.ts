import type { Session, SessionOwner, Store, Task } from '@posthouse/store';
import { ignoreDeleted } from '../task/is-refusal.ts';
import { peerOf } from '../task/letters/peer-mailbox.ts';
import type { Forgotten, Deleter } from './forget-owner.ts';

/** How long things are kept after they were last used, in milliseconds; for ever if not set. */
export type Retention = Partial<Record<'complete' | 'error' | 'cancelled' | 'paused' | 'sessions', number>>;

export type PruneOptions = Omit<Deleter, 'origin'> & {
  store: Store;
  retention: Retention;
  now: () => number;
  signal?: AbortSignal;
};

const SESSIONS_AT_ONCE = 100;
/** What is deleted at once shares its commits: one after the other falls behind a server that makes tasks side by side. */
const DELETIONS_AT_ONCE = 4;

/**
 * Deletes what is older than retention allows: chat sessions with their tasks, then tasks by their outcome. A task
 * of a session is deleted with its session. Looks at a few rows at a time, so nobody has to wait for it.
 */
export async function prune(options: PruneOptions): Promise<Forgotten> {
  const sessions = await pruneSessions(options);
  return { sessions, tasks: await pruneTasks(options) };
}

async function pruneSessions({ store, retention, now, signal, forgetSession }: PruneOptions): Promise<number> {
  const { sessions: age } = retention;
  if (age === undefined) return 0;
  let count = 0;
  for (let after = 0; ;) {
    const old = await store.sessions.aged(now() - age, SESSIONS_AT_ONCE, after);
    count += await deleteEach(old, async ({ owner, id, version }) => {
      const session = await store.sessions.get(owner, id);
      if (session?.version !== version || (await isInUse(store, session, now() - age))) return false;
      await forgetSession(owner, id);
      return true;
    });
    after = old.at(-1)?.version ?? after;
    if (old.length < SESSIONS_AT_ONCE || signal?.aborted === true) return count;
  }
}

/**
 * A session says when somebody last wrote to it. Its agents may be at work since then, or have been until a moment ago, or
 * have letters to send.
 */
async function isInUse(store: Store, session: Session, before: number): Promise<boolean> {
  if (session.unfinished === true) return true;
  const { owner, agent: swarm, branches } = session;
  for (const { taskId } of branches) {
    const task = await store.find({ swarm, ...owner }, taskId).catch(ignoreDeleted);
    if (task === undefined) continue;
    if (isRunning(task) || Date.parse(task.updatedAt) >= before) return true;
    const { mail } = await store.load(task.key);
    if (mail.some(({ mailbox }) => peerOf(mailbox) !== undefined)) return true;
  }
  return false;
}

function isRunning({ openRun, status }: Task): boolean {
  return openRun !== null && status === 'running';
}

async function pruneTasks({ store, retention, now, signal, forgetTask }: PruneOptions): Promise<number> {
  const ages = [retention.complete, retention.error, retention.cancelled, retention.paused];
  const shortest = Math.min(...ages.map((age) => age ?? Number.POSITIVE_INFINITY));
  if (shortest === Number.POSITIVE_INFINITY) return 0;
  const inSessions = new SessionTasks(store);
  let count = 0;
  for (let after: string | undefined; ;) {
    const { tasks, next } = await store.aged(after, now() - shortest);
    const old: Task[] = [];
    for (const task of tasks) if (isOld(task, retention, now()) && !(await inSessions.has(task))) old.push(task);
    count += await deleteEach(old, async ({ owner, taskId }) => {
      const task = await store.find(owner, taskId);
      if (task === undefined || !isOld(task, retention, now())) return false;
      await forgetTask(owner, taskId);
      return true;
    });
    if (next === undefined || signal?.aborted === true) return count;
    after = next;
  }
}

/** Others are deleted before it is the turn of one: whether it is still to go is asked again then. Returns how many went. */
async function deleteEach<Old>(all: readonly Old[], forget: (old: Old) => Promise<boolean>): Promise<number> {
  const left = all.values();
  let count = 0;
  const work = async (): Promise<void> => {
    for (const old of left) if ((await forget(old).catch(ignoreDeleted)) === true) count += 1;
  };
  await Promise.all(Array.from({ length: DELETIONS_AT_ONCE }, work));
  return count;
}

/** Whether a task has outlived its outcome. One that runs has none. */
function isOld({ status, updatedAt }: Pick<Task, 'status' | 'updatedAt'>, retention: Retention, now: number): boolean {
  const age = status === 'running' ? undefined : retention[status];
  return age !== undefined && now - Date.parse(updatedAt) > age;
}

/** The tasks that are part of a chat session, as of when their owner is first asked about. */
class SessionTasks {
  readonly #store: Store;
  readonly #byOwner = new Map<string, Set<string>>();

  constructor(store: Store) {
    this.#store = store;
  }

  async has({ owner: { role, id }, taskId }: Task): Promise<boolean> {
    const name = JSON.stringify([role, id]);
    const known = this.#byOwner.get(name) ?? (await this.#read({ role, id }));
    this.#byOwner.set(name, known);
    return known.has(taskId);
  }

  async #read(owner: SessionOwner): Promise<Set<string>> {
    const tasks = new Set<string>();
    for (let before: number | undefined; ;) {
      const limit = SESSIONS_AT_ONCE;
      const page: Session[] = await this.#store.sessions.list(owner, {
        limit,
        before,
      });
      for (const { taskId, branches } of page) for (const each of [{ taskId }, ...branches]) tasks.add(each.taskId);
      before = page.at(-1)?.version;
      if (page.length < SESSIONS_AT_ONCE) return tasks;
    }
  }
}

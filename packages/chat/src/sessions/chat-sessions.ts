import { invalidInput, isId, newId, PosthouseError } from '@posthouse/protocol';
import { deleteSession, isStale, readLog, type Session, type SessionOwner, type TaskKey } from '@posthouse/store';
import type { RunCursor, RunPlace, RunStreams } from '../streams/run-streams.ts';
import type { ChatAnswer } from './chat-answer.ts';
import type { ChatHost } from './chat-host.ts';
import { findRun } from './find-runs.ts';
import { readRun } from './locate-run.ts';
import { type BranchPlace, readBranches } from './read-branches.ts';
import { type MessagePage, type MessageWindow, readMessages } from './read-messages.ts';
import { SessionWork } from './session-work.ts';
import { type ChatRequest, toBroughtMessage } from './to-chat-request.ts';
import { titleOf } from './user-message.ts';

export type ChatSessionsOptions = { host: ChatHost; streams: RunStreams };

/** How often to retry when another process wrote first. */
const MAX_TRIES = 20;
const ERASING_MS = 5_000;

/**
 * Chat sessions with swarms. A session is a record of where a conversation is; what was said, and what happens now,
 * is in the log of its task. So any process can serve any session, and two that do so at once cannot disagree.
 */
export class ChatSessions {
  readonly #host: ChatHost;
  readonly #streams: RunStreams;

  constructor({ host, streams }: ChatSessionsOptions) {
    this.#host = host;
    this.#streams = streams;
  }

  /** Does what a client asks, and returns the stream that follows. By then the request is safe on disk. */
  async send(owner: SessionOwner, request: ChatRequest): Promise<ChatAnswer> {
    return this.#insist(async () => {
      const { session, isNew } = await this.#open(owner, request);
      const work = new SessionWork({ host: this.#host, streams: this.#streams, session, request });
      const answer = await work.carryOut();
      if (!isNew) await this.#touch(work.session);
      return answer;
    });
  }

  /**
   * The stream of the answer that is being written, or of the named one; undefined if there is none. All of it, or
   * what comes after a cursor.
   */
  async resume(
    owner: SessionOwner,
    id: string,
    answerId?: string,
    cursor?: RunCursor,
  ): Promise<ChatAnswer | undefined> {
    const session = await this.#host.store.sessions.get(owner, id);
    if (session === undefined) return undefined;
    const place = await (answerId === undefined ? this.#openPlace(session) : this.#placeOf(session, answerId));
    if (place === undefined) return undefined;
    return {
      sessionId: id,
      taskId: place.task.taskId,
      stream: (connection, leaving) => this.#streams.read(place, { connection, leaving, ...cursor }),
    };
  }

  async #openPlace(session: Session): Promise<RunPlace | undefined> {
    const instance = this.#host.instance(session.owner, session.agent);
    if ((await instance.task(session.taskId)) === undefined) return undefined;
    const place = await instance.openRun(session.taskId);
    if (place === undefined || place.task.status !== 'paused') return place;
    // Whoever was at work when the run began to wait may not have finished yet.
    const { taskId, agent: swarm } = session;
    const log = readLog(this.#host.store, place.task.key, place.after);
    const { phase } = await readRun(log, { taskId, swarm, run: place.run });
    return phase === 'open' ? place : undefined;
  }

  async #placeOf(session: Session, answerId: string): Promise<RunPlace | undefined> {
    const { owner, agent: swarm, branches } = session;
    for (const { taskId } of branches.toReversed()) {
      const task = await this.#host.store.find({ swarm, ...owner }, taskId);
      if (task === undefined) continue;
      const found = await findRun(this.#host.store, task, (runs) => runs.find((run) => run.answerId === answerId));
      if (found !== undefined) return { task, run: found.run, after: found.after };
    }
    return undefined;
  }

  /** Stops the answer that is being written, and drops the messages that wait behind it. False when there is none. */
  async stop(owner: SessionOwner, id: string): Promise<boolean> {
    const session = await this.get(owner, id);
    const instance = this.#host.instance(owner, session.agent);
    return (await instance.task(session.taskId)) !== undefined && instance.cancel(session.taskId);
  }

  /** Newest last. See {@link readMessages}. */
  async messages(owner: SessionOwner, id: string, page: MessageWindow): Promise<MessagePage> {
    return readMessages(this.#host.store, await this.get(owner, id), page);
  }

  /** Where the conversation could have gone another way. See {@link readBranches}. */
  async branches(owner: SessionOwner, id: string): Promise<BranchPlace[]> {
    return readBranches(this.#host.store, await this.get(owner, id));
  }

  /** Switches to another branch of the conversation. Refused while an answer is being written. */
  async moveTo(owner: SessionOwner, id: string, taskId: string): Promise<Session> {
    return this.#insist(async () => {
      const session = await this.get(owner, id);
      const { version, ...rest } = session;
      if (!session.branches.some((branch) => branch.taskId === taskId)) {
        throw invalidInput(`the session '${id}' has no branch '${taskId}'`);
      }
      if (taskId === session.taskId) return session;
      if ((await this.status(session)) === 'running') {
        const message = `the session '${id}' is answering; stop it, or wait for the end of the answer`;
        throw new PosthouseError({ code: 'session_busy', message });
      }
      return this.#host.store.sessions.put({ ...rest, taskId }, { expect: version });
    });
  }

  /** Sessions of others are answered like sessions that do not exist. */
  async get(owner: SessionOwner, id: string): Promise<Session> {
    const session = await this.#host.store.sessions.get(owner, id);
    if (session !== undefined) return session;
    throw new PosthouseError({ code: 'session_not_found', message: `there is no session '${id}'` });
  }

  /** Whether an answer is being written, or waits for somebody. */
  async status(session: Session): Promise<'ready' | 'running' | 'paused'> {
    const { owner, agent: swarm, taskId } = session;
    const task = await this.#host.store.find({ swarm, ...owner }, taskId);
    if (task === undefined || task.openRun === null) return 'ready';
    return task.status === 'paused' ? 'paused' : 'running';
  }

  /** Those that were used last come first. */
  list(owner: SessionOwner, page: { before?: number; limit: number }): Promise<Session[]> {
    return this.#host.store.sessions.list(owner, page);
  }

  async rename(owner: SessionOwner, id: string, title: string): Promise<Session> {
    return this.#insist(async () => {
      const { version, ...session } = await this.get(owner, id);
      return this.#host.store.sessions.put({ ...session, title }, { expect: version });
    });
  }

  /**
   * Stops the session's run, and deletes the session with all its branches for good. The tombstone of the session
   * names its tasks, so that another process can finish if this one dies. Returns the keys of what is left to erase.
   */
  async remove(owner: SessionOwner, id: string): Promise<TaskKey[]> {
    await this.get(owner, id);
    const { swarm = '', tasks = [], keys = [] } = (await deleteSession(this.#host.store, owner, id)) ?? {};
    for (const task of tasks) keys.push(...(await this.#host.engine.forget({ swarm, ...owner }, task)));
    return keys;
  }

  /** Waits a moment for what was deleted to be erased, and returns whether it is. If not, that continues. */
  erased(keys: readonly TaskKey[]): Promise<boolean> {
    return this.#host.engine.sweeper.erased(AbortSignal.timeout(ERASING_MS), keys);
  }

  /** Finds the session of a request. Only a message begins one. */
  async #open(owner: SessionOwner, request: ChatRequest): Promise<{ session: Session; isNew: boolean }> {
    const { sessionId: id, swarm } = request;
    const message = toBroughtMessage(request.wish);
    if (!isId(id)) throw invalidInput('a session id has 1 to 256 characters');
    const known = message !== undefined ? await this.#host.store.sessions.get(owner, id) : await this.get(owner, id);
    if (known !== undefined) {
      if (swarm === undefined || swarm === known.agent) return { session: known, isNew: false };
      throw invalidInput(`the session '${id}' is with swarm '${known.agent}', not with '${swarm}'`);
    }
    const instance = this.#host.instance(owner, swarm);
    // Nothing is kept of a message that is refused, and the session would have it as its title.
    await instance.refuseChat();
    const { name: agent } = instance.definition;
    const taskId = newId();
    const session = await this.#host.store.sessions.put(
      {
        owner,
        id,
        agent,
        title: message === undefined ? '' : titleOf(message),
        taskId,
        branches: [{ taskId }],
        data: {},
      },
      { expect: 0 },
    );
    return { session, isNew: true };
  }

  /** Moves the session to the front of the list; somebody who does anything else with it does that too. */
  async #touch({ version, ...session }: Session): Promise<void> {
    await this.#host.store.sessions.put(session, { expect: version }).catch((error: unknown) => {
      if (!isStale(error)) throw error;
    });
  }

  /** Retries when another process has changed the session meanwhile. */
  async #insist<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await work();
      } catch (error) {
        if (!isStale(error) || tries === MAX_TRIES) throw error;
      }
    }
  }
}
